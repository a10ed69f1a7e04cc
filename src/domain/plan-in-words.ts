const numbered =
  /^\s{0,6}(?:[*_]{0,2}(?:step|步骤|第)?\s*[\d一二三四五六七八九十]{1,3}\s*(?:[.)、:：．）]|步[:：、]?)|[-*•+]\s+(?:\[[ x]\]\s*)?)[*_]{0,2}\s*(.+)$/i;
const inline = /(?:^|\s)\(?\d{1,2}[.)、]\s*/;
const marks = /[*_`]{1,3}/g;

/** The items of a numbered or bulleted list in a text, without their marks; none where there are fewer than two. */
export function listedLines(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line) => numbered.exec(line)?.[1]?.replace(marks, '').trim() || []);
  if (found.length > 1) return found;
  const parts = lines.length === 1 && /^\s*\(?1[.)、]/.test(text) ? text.split(inline) : [];
  const said = parts.map((part) => part.trim().replace(/[;；,，]$/, '')).filter(Boolean);
  return said.length > 1 ? said : [];
}

const doing =
  /^(?:please\s+|then\s+|use\s+\S+\s+to\s+)?(?:add|append|ask|book|calculate|check|collect|compute|create|delete|download|fetch|find|gather|get|look|list|make|mark|move|note|open|plan|prepare|put|read|record|remember|remind|remove|rename|reserve|save|schedule|search|send|set|store|summari[sz]e|translate|update|verify|visit|write)\b|^(?:请|先|再|然后)?(?:用|使用|把|将|在)?.{0,12}(?:添加|加入|记下|记录|询问|预订|预定|计算|检查|收集|创建|新建|删除|下载|抓取|获取|查找|搜索|列出|标记|移动|打开|准备|读取|提醒|保存|安排|发送|设置|总结|翻译|更新|写)/i;

/** The steps of a plan that stands as a list in an answer: each item says what to do. None where the list says something else. */
export function planInWords(text: string): string[] {
  const listed = listedLines(text);
  const said = listed.filter((each) => doing.test(each)).length;
  return listed.length > 1 && said >= listed.length * 0.75 ? listed : [];
}

const asked =
  /[?？]\s*$|^\s*(?:how|what|why|which|who|when|where|explain|describe|tell me|can you explain|should)\b|怎么|怎样|如何|为什么|[？?吗]\s*$/i;
const wanted =
  /^\s*(?:please\s+|can you\s+|could you\s+)?(?:add|append|book|create|delete|download|fetch|get|mark|move|note|plan and|put|record|remember|remind|remove|rename|reserve|save|schedule|search|send|set|store|update)\b|^\s*(?:请|帮我|麻烦)?(?:你)?(?:帮我)?(?:把|将|在|给)?.{0,16}(?:添加|加入|记下|记一下|记录|预订|预定|创建|新建|删除|下载|抓取|提醒|保存|安排|设置|更新|存)/i;

/** Whether a goal asks for something to be done with the person's things, rather than to be told something. */
export function asksForDoing(goal: string): boolean {
  return wanted.test(goal) && !asked.test(goal);
}
