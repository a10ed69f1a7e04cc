/** Words that open a sentence when a model turns to something else (R4.5), after list marks and quotes, too. */
const movingOn =
  /(?:^|\n|[.!?…]["”’)]?[ \t\u3000]|[。！？；]["”’)]?|[.!?](?=现在|接下来|然后))[\s>*_#"“‘「(-]{0,6}(?:(?:now|next|then)\b(?!\.\w)|现在|接下来|然后)/i;

/** Whether prose says that the work moves on: a transition word at the start of a sentence. */
export function saysMovingOn(text: string): boolean {
  return movingOn.test(text.trim());
}

const actions =
  /\b(?:add|append|analy[sz]e|ask|book|build|calculate|call|chart|check|collect|compare|compute|convert|count|create|delete|describe|download|draw|extract|fetch|file|find|gather|get|list|make|mark|merge|move|open|order|plan|post|prepare|read|record|remind|remove|rename|reserve|save|schedule|search|select|send|set|sort|store|summari[sz]e|test|translate|update|verify|visit|write)\b|添加|分析|询问|预订|计算|调用|检查|收集|比较|转换|创建|删除|下载|绘制|提取|抓取|获取|查找|列出|标记|合并|移动|打开|准备|读取|记录|提醒|保存|安排|搜索|发送|设置|排序|总结|翻译|更新|验证|访问|写/gi;

/** How many rounds a step may go without any sign of its end: 3 when it names one action, 8 for several, else 5 (R4.5). */
export function roundLimit(description: string): number {
  const named = new Set((description.match(actions) ?? []).map((word) => word.toLowerCase())).size;
  return named === 0 ? 5 : named === 1 ? 3 : 8;
}

/** Whether a step's description names a tool or what the tool does to the person's things. */
export function namesTool(description: string, tool: string, stepTool: string | undefined): boolean {
  if (stepTool === tool) return true;
  const names = synonyms[tool] ?? [];
  const text = description.toLowerCase();
  return [tool.replace(/_/g, ' '), tool, ...names].some((name) => text.includes(name));
}

const synonyms: Record<string, readonly string[]> = {
  todo: ['to-do', 'to do', '待办', '任务清单'],
  schedule: ['calendar', 'appointment', 'entry', '日程', '日历'],
  files: ['file', 'write', 'save', '文件', '保存'],
};
