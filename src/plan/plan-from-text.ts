import { simplified } from '../values/simplified-chinese.ts';

const numbered =
  /^\s{0,6}(?:#{1,6}\s+)?(?:[*_]{0,2}(?:step|步骤|第)?\s*[\d一二三四五六七八九十]{1,3}\s*(?:[.)、:：．）]|步[:：、]?)|[-*•+]\s+(?:\[[ x]\]\s*)?)[*_]{0,2}\s*(.+)$/i;
const inline = /(?:^|\s)\(?\d{1,2}[.)、]\s*/;
const marks = /[*_`]{1,3}/g;

/**
 * The items of a numbered or bulleted list, or of a table with a column of steps, in a text, without their markers;
 * empty if there are fewer than two.
 */
export function listItemsIn(text: string): string[] {
  const lines = text.split('\n');
  const numberedItems = lines.flatMap((line) => {
    const item = numbered.exec(simplified(line))?.[1];
    return item === undefined ? [] : line.slice(-item.length).replace(marks, '').trim() || [];
  });
  const listItems = numberedItems.length > 1 ? numberedItems : stepsInTable(lines);
  if (listItems.length > 1) return listItems;
  const parts = lines.length === 1 && /^\s*\(?1[.)、]/.test(text) ? text.split(inline) : [];
  const inlineListItems = parts.map((part) => part.trim().replace(/[;；,，]$/, '')).filter(Boolean);
  return inlineListItems.length > 1 ? inlineListItems : [];
}

const stepColumn =
  /^(?:steps?|tasks?|actions?|descriptions?|to-?dos?|what(?: to do)?|步骤|任务|内容|事项|描述|操作|做什么)$/i;

/**
 * The cells of the first column of a Markdown table that is headed as a list of steps and does not only number them.
 */
function stepsInTable(lines: readonly string[]): string[] {
  const rows = lines.flatMap((line) => {
    const cells = /^\s*\|(.+)\|\s*$/.exec(line)?.[1]?.split('|');
    return cells ? [cells.map((cell) => cell.replace(marks, '').trim())] : [];
  });
  const [head = [], ruled = [], ...body] = rows;
  if (!ruled.every((cell) => /^:?-+:?$/.test(cell))) return [];
  const column = head.findIndex(
    (name, at) => stepColumn.test(simplified(name)) && body.every((row) => /\D/.test(row[at] ?? '')),
  );
  return column < 0 ? [] : body.flatMap((row) => row[column] || []);
}

const bullet = /^\s*[-*•+]\s+(?!\[[ x]\])/im;
const doing =
  /^(?:please\s+|then\s+|finally,?\s+|use\s+\S+\s+to\s+)?(?:add|append|ask|book|calculate|check|collect|compute|create|delete|download|fetch|find|gather|get|list|look|make|mark|move|note|open|plan|prepare|put|read|record|remember|remind|remove|rename|reserve|save|schedule|search|see|send|set|store|summari[sz]e|translate|update|verify|visit|write)\b|^(?:请|先|再|然后|最后)?(?:用|使用|把|将|在)?.{0,12}(?:看|问|查|添加|加入|记下|记录|预订|预定|计算|收集|创建|新建|删除|下载|抓取|获取|搜索|列出|标记|移动|打开|准备|读取|提醒|保存|安排|发送|设置|总结|翻译|更新|写)/i;
const advising = /\byou(?:r|rs|rself)?\b|[你您]/i;

/**
 * Finds a plan in a model's prose answer: returns the items of a numbered list or checklist if at least three quarters
 * of them are instructions and none addresses the person; otherwise an empty list.
 */
export function planStepsInText(text: string): string[] {
  const listItems = listItemsIn(text);
  const actionItemCount = listItems.filter((each) => doing.test(simplified(each))).length;
  const isPlan =
    !bullet.test(text) && actionItemCount >= listItems.length * 0.75 && !listItems.some((each) => advising.test(each));
  return isPlan ? listItems : [];
}

const questionPattern =
  /[?？]\s*$|^\s*(?:how|what|why|which|who|when|where|explain|describe|tell me|can you explain|should)\b|怎么|怎样|如何|为什么|[？?吗]\s*$/i;
const please = /^\s*(?:(?:please|can you|could you)\s+)?|^\s*(?:请|帮我|麻烦)?(?:你)?(?:帮我)?/i;
/**
 * Verbs that make a goal a request to change the person's data, whatever its other words are. The verbs in `made` do so
 * only together with a word from `thing`.
 */
const doingVerbPattern =
  /(?:^|\b(?:and|then)\s+)(?:append|book|delete|download|fetch|mark|note|plan and|record|remember|remind|remove|rename|reserve|save|schedule|search|send|store)\b|^(?:把|将|在|给|为)?.{0,16}(?:添加|加入|记下|记一下|记录|预订|预定|删除|下载|抓取|提醒|保存|存)/i;
const made =
  /(?:^|\b(?:and|then)\s+)(?:add|create|get|make|move|put|set|update)\b|^(?:把|将|在|给|为)?.{0,16}(?:创建|新建|安排|设置|更新)/i;
const thing =
  /\b(?:to-?dos?|tasks?|lists?|calendar|schedule|appointments?|events?|meetings?|reminders?|alarms?|notes?|files?|documents?|tables?|charts?|csv|pages?)\b|https?:|待办|清单|列表|日程|日历|会议|提醒|文件|笔记|表格|任务|事项/i;

/** True if a goal asks for a change to the person's data rather than for information. */
export function asksForDataChange(typedGoal: string): boolean {
  const goal = simplified(typedGoal);
  const wish = goal.replace(please, '');
  return (doingVerbPattern.test(wish) || (made.test(wish) && thing.test(wish))) && !questionPattern.test(goal);
}

const question =
  /^\s*(?:(?:can|could|will|would|do|does|did|is|are|was|were|has|have|may)\b(?!.*\bplease\b)|(?:请问|你(?:能|会|可以)))|什么|多少|哪[里个些儿]|谁|是否|能不能|可不可以|会不会|有没有|是不是|呢/i;
const addressed = /\bhttps?:\/\/\S|(?<![\w/-])[\w-]+\.(?:md|txt|csv|json|ics|docx|xlsx)\b/i;

/**
 * True if a goal asks for work: it begins with what is to be done, asks for a change, or names an address or a file.
 * False for a question.
 */
export function asksForWork(typedGoal: string): boolean {
  const goal = simplified(typedGoal);
  if (questionPattern.test(goal) || question.test(goal)) return false;
  return asksForDataChange(goal) || doing.test(goal.replace(please, '')) || addressed.test(goal);
}

const codeAsked = /\b(?:json|ya?ml|schema|example|sample|format)\b|示例|例子|格式/i;

/** True unless a goal is a question, or asks for a text in code: a plan in the answer then is what it is about. */
export function mayGoalNeedPlan(goal: string): boolean {
  return ![questionPattern, codeAsked].some((pattern) => pattern.test(simplified(goal)));
}

const coded = /"(?:plan|steps|tasks|todos|计划|步骤)"\s*:\s*\[/;

/** True if a text contains a list, or a plan as JSON, that could be run. */
export function containsPlan(text: string): boolean {
  return (text.includes('\n') && listItemsIn(text).length > 1) || coded.test(simplified(text));
}
