import type { ToolError, Written } from './tool-result.ts';
import type { Step } from '../plan/step.ts';
import { chineseOpening, clauseOpening, clausesOf, unconditional } from './clauses.ts';

type Store = Written['store'];

/**
 * What a step must have done before it may end as done; `store` is the target of the write, null if any will do; `file`
 * the name of the file to be written, if the step names one.
 */
export type RequiredWork = { kind: 'nothing' | 'act' } | { kind: 'write'; store: Store | null; file?: string };

/** The part of the tool registry that is needed here. */
interface Registry {
  nameOf(tool: string): string | null;
  reads(tool: string, input: unknown): boolean;
  check(tool: string, input: unknown): { ok: true } | { ok: false; result: { failure: ToolError | null } };
}

const nothing: RequiredWork = { kind: 'nothing' };

const stores: Partial<Record<string, Store>> = {
  todo: 'todos',
  schedule: 'entries',
  files: 'files',
  chart: 'files',
  memory: 'notes',
};

/**
 * What a step must do: a write or a call according to its predefined call, a write if its description clearly asks for
 * one, otherwise nothing. A step with a sub-plan owes nothing beyond that plan.
 */
export function requiredWork(
  { description, tool, parameters, plan }: Pick<Step, 'description' | 'tool' | 'parameters' | 'plan'>,
  registry: Registry,
): RequiredWork {
  if (plan !== undefined) return nothing;
  const said = writeIn(description);
  if (tool === undefined) return said ?? nothing;
  const checked = registry.check(tool, parameters ?? {});
  if (parameters !== undefined && checked.ok)
    return registry.reads(tool, parameters)
      ? { kind: 'act' }
      : { kind: 'write', store: stores[registry.nameOf(tool) ?? tool] ?? null };
  const isUnknown = !checked.ok && checked.result.failure?.code === 'unknown_tool';
  return said ?? (isUnknown ? nothing : { kind: 'act' });
}

const chineseVerbs =
  '添加|加入|加上|加(?=[一二两三几个条]|\\s*\\d)|新增|记录|记下|记入|记(?=[一个条])|保存|存入|写入|写下|创建|新建|建立|建(?=[一个])|安排|设置|设定|设(?=[一个])|更新|删除|移除|移动|标记';
/** Matches the name of a tool as the means of what follows, as in “Use the files tool to …”. */
const withTool = new RegExp(
  String.raw`${clauseOpening}(?:use|call|invoke|run)\s+(?:the\s+)?(?<tool>to-?dos?|files?|calendar|schedule|memory)(?:\s+tool)?\s+(?:to|and)\s+|${chineseOpening}(?:用|使用|调用|通过)\s*(?<zh>files?|todo|schedule|memory|文件|待办|日程|日历)\s*(?:工具)?(?:来|去)?\s*`,
  'iu',
);
const changing =
  'add|enter|insert|append|note|save|store|write|create|schedule|set|update|delete|remove|move|mark|record|log(?!\\s+(?:in|on|out|into|onto|files?)\\b)';
const writing = new RegExp(`${clauseOpening}(?:${changing})\\b|${chineseOpening}(?:${chineseVerbs})`, 'iu');
/** Verbs that mean a write only with a file as their object, or with a file as the place where the object goes. */
const making = 'make|generate|produce|export|build|draft|compile|output';
/** Verbs that mean one only with such a place. */
const moving = 'prepare|collect|gather|extract|combine|merge|convert|organi[sz]e|summari[sz]e|turn';
const articles = String.raw`(?:(?:the|an?|my|our|your|this|one|two|three|\d+|another|new|single|separate|short|markdown|text|csv|html|json|file)\s+)*`;
/** A file name. */
const fileName =
  /["'“‘`《「]?[\p{L}\d_./-]+\.(?:md|markdown|txt|csv|tsv|json|html?|ics|svg|png|ya?ml|xml|docx?|xlsx?|pdf|js|py)\b/iu
    .source;
/**
 * The text that may follow the name of a store; before another noun, the name only qualifies it ("file categories").
 */
const after =
  /(?=\s*(?:$|[^\p{L}\s-]|(?:lists?(?!\s+(?:apps?|components?|pages?|templates?)\b)|named|called|titled|with|of|for|in|into|to|from|as|that|which|about|on|at|by|under|due|each|saying)\b))/u
    .source;
/** What precedes a thing that a text is to be written about, as in “Write a summary of the calendar”. */
const asSubject = String.raw`(?<!^\W*(?:please\s+)?(?:write|create|note)\b.*\b(?:of|about|from)\s+(?:(?:the|my|our|your|all|these|those|this)\s+)*)`;
const english = (names: string) => new RegExp(`\\b(?:${names})${after}`, 'iu');
const todos = String.raw`to-?do(?:s|\s+(?:items?|tasks?|entr(?:y|ies)))?`;
const entries = 'calendar\\s+(?:events?|entr(?:y|ies)|items?|appointments?|blocks?)';
const table = '(?:csv|tsv|xlsx)';
/** No program that is only about the thing, as in “创建一个待办应用”. */
const notAnApp = '(?!.{0,4}(?:应用|程序|系统|页面|界面|组件|模板|功能))';
const things: readonly [RegExp, Store | null][] = [
  [english(todos), 'todos'],
  [english('(?<=\\b(?:to|on|onto|in|into)\\s+(?:the|my|our|your)\\s+)task\\s+list'), 'todos'],
  [
    english(
      `${entries}|${asSubject}(?:calendars?|appointments?|(?<!\\b(?:blog|diary|journal|log|wiki|data|dictionary|contest|duplicate) )entr(?:y|ies)(?!.*\\b(?:tables?|spreadsheet|glossary|index|matrix|bibliography)\\b))`,
    ),
    'entries',
  ],
  [english('reminders?'), null],
  [english(`${asSubject}files?(?!\\s+lists?\\b)`), 'files'],
  [english('memory(?! of\\b)'), 'notes'],
  [new RegExp(`待办${notAnApp}`, 'u'), 'todos'],
  [new RegExp(`(?:日程|日历)${notAnApp}`, 'u'), 'entries'],
  [/提醒/, null],
  [/文件(?!夹)/, 'files'],
  [/备忘/, 'notes'],
  [
    new RegExp(
      `(?:(?<!\\b(?:links?|references?|pointers?|answers?)\\s+)\\b(?:to|as|into|named|called)|到|为|至|成)\\s*${fileName}`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(`${clauseOpening}(?:save|store|write|create|update|delete|remove|add)\\s+${articles}${fileName}`, 'iu'),
    'files',
  ],
  [new RegExp(`${chineseOpening}(?:保存|写入|写下|创建|新建|更新|删除|移除)\\s*${fileName}`, 'iu'), 'files'],
  [new RegExp(`${clauseOpening}(?:save|store|record|log|update)\\s.*\\bin\\s+${fileName}`, 'iu'), 'files'],
];
/**
 * Clauses that call for a write by themselves: to remember something (“remember to” is advice, “remember where” a
 * thought), to remind the person, to schedule something that has a time, or to make a thing of a store or a file.
 */
const wishes: readonly [RegExp, Store | null][] = [
  [
    new RegExp(
      `${clauseOpening}remember\\s+(?!(?:to|where|when|how|what|who|why|which)\\b)|${chineseOpening}(?:记住|牢记)`,
      'iu',
    ),
    'notes',
  ],
  [new RegExp(`${clauseOpening}remind\\s+me\\b|${chineseOpening}提醒我`, 'iu'), null],
  [
    new RegExp(
      String.raw`${clauseOpening}schedule\s+(?:[\w'’-]+\s+){0,3}?(?:calls?|meetings?|visits?|lunch|dinner|breakfast|sessions?|reviews?|interviews?|check-?ins?|follow-?ups?|workouts?|lessons?|time)${after}|${chineseOpening}安排.{0,8}(?:会议|通话|电话|面试|见面|聚餐|体检|复诊)(?!室|的?(?:议程|内容|地点|记录|纪要))`,
      'iu',
    ),
    'entries',
  ],
  [new RegExp(`${clauseOpening}(?:make|set\\s+up)\\s+${articles}${todos}(?!\\s+lists?\\b)${after}`, 'iu'), 'todos'],
  [new RegExp(`${clauseOpening}(?:make|set\\s+up|book)\\s+${articles}${entries}${after}`, 'iu'), 'entries'],
  [
    new RegExp(
      String.raw`${clauseOpening}(?:add|create|insert|schedule|set\s+up)\s+${articles}events?\s.*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|\d{1,2}\s*(?:[ap]m\b|:\d\d))`,
      'iu',
    ),
    'entries',
  ],
  [
    new RegExp(
      `${clauseOpening}(?:(?:${making})\\s+${articles}${fileName}(?!["'”’\`》」]*\\s+(?:in)?to\\b)|(?:${making}|${moving})\\s.*\\b(?:to|into|as|named|called)\\s+${articles}${fileName})`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${clauseOpening}(?:make|generate|produce|export|create|write|save|build|prepare)\\s+(?:${articles}(?:${table}|(?:[\\w-]+\\s+)?files?(?!\\s+lists?\\b))|.*\\b(?:to|into|as)\\s+${articles}(?:${table}|(?:[\\w-]+\\s+)?files?(?!\\s+lists?\\b)))${after}`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${chineseOpening}(?:写|撰写|编写|起草|生成|导出|制作|输出)\\s*(?:一[个份篇张])?\\s*(?:[^\\s\\w的到为成]{1,10}\\s+)?${fileName}(?!["'”’\`》」]*\\s*(?:的|里|中|前|第|内容|摘要))`,
      'iu',
    ),
    'files',
  ],
];
/** A clause that says to write something into a text of its own, as in “Add a reminder to the answer”. */
const intoAnswer =
  /\b(?:to|into|in)\s+(?:the|my|your|an?|this)\s+(?:[\w-]+\s+)?(?:answer|reply|response|summary|draft|article|essay|table|paragraph|list of \w+)\W*$/i;
/** A to-do whose title follows without a mark, as in “Add a to-do Buy milk”. */
const titled =
  /^\W{0,4}(?:\d{1,3}[.)]\s*)?(?:[Pp]lease\s+)?(?:[Aa]dd|[Cc]reate|[Mm]ake)\s+(?:(?:an?|the|one)\s+)?(?:new\s+)?[Tt]o-?do(?:\s+(?:item|task))?\s+(?!(?:Apps?|Applications?|Components?|Lists?|Pages?|API|Features?|Models?|Managers?)\b)\p{Lu}/u;

/**
 * Verbs that need not mean a write by themselves: their clause counts as one only if the target that it names
 * (`to` or `place`) is a store. The others are Chinese: 把…写成…, 列入…, 在…里添加, 给…加上, 为…创建…, 生成… (a file at the end).
 */
const targets: readonly RegExp[] = [
  new RegExp(
    `${clauseOpening}(?:put|place|insert|book|block)\\s(?!together\\b).*?(?<![\\w-])(?:in|into|on|onto|to|under)\\s+(?<to>.*)`,
    'iu',
  ),
  new RegExp(
    `${chineseOpening}(?:按[^把将]{1,20})?[把将].{1,40}?(?:添加|加|列|排|录|记录|记|保存|存|写|安排|定|放|整理|汇总|输出|导出)(?:进入|[到进在入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(
    `${chineseOpening}(?:按.{1,20}?)?(?:列|排|录|记|加|写|存|保存|另存|整理|汇总|输出|导出|放)(?:进入|[到进入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(
    `${chineseOpening}(?:收集|汇总|整理|导出|保存|输出|记录|提取)[^到为成]{1,30}?(?:到|为|成|至)(?<place>\\s*${fileName})`,
    'iu',
  ),
  new RegExp(`${chineseOpening}(?:在|向|往)(?<place>.{1,20}?)(?:里面|[里中上内])?(?:${chineseVerbs})`, 'u'),
  new RegExp(`${chineseOpening}给(?<place>.{1,20}?)(?:添加|加入|加上|新增)`, 'u'),
  new RegExp(`${chineseOpening}为.{1,20}?(?:添加|加入|新增|创建|新建|建立|安排)(?<place>.*)`, 'u'),
  new RegExp(`${chineseOpening}生成(?<place>.*(?:文件|${fileName}))[”"」》’\\s]*$`, 'u'),
];

/** A verb of something else than a write, at the beginning of a part of a sentence. */
const otherVerb =
  /^\W*(?:then\s+)?(?:ask|book|call|apply|check|choose|compare|convert|find|get|give|go|link|look|make|match|open|pick|pull|read|refer|relate|reply|respond|review|search|see|send|show|sort|talk|tell|turn|use|visit|wait)\b/i;
const listing = new RegExp(`${clauseOpening}(?:${changing}|put|place|book|block|${making}|${moving})\\b`, 'i');
/** Where the things that a list names are to be written. */
const place = new RegExp(
  String.raw`(?:\b(?:to|into|onto|on|as)\s+${articles}(?:${todos}|task\s+list|calendar)${after}|\bin\s+${articles}calendar${after}|\b(?:to|into|as)\s+${articles}${fileName}).*`,
  'iu',
);

/**
 * Returns the place that a list of things is to be written to, as in “Add milk and bread to the to-do list”: such a
 * list is split into clauses, and the place stands in a later one than the verb.
 */
function placeOfList(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(/[,:]|\band\b/i);
  if (rest.length === 0 || !listing.test(first)) return [];
  const until = rest.findIndex((part) => otherVerb.test(part) || /\bthen\b/i.test(part));
  const isNote = /^\W*(?:please\s+)?note\b/i.test(first);
  const found = (until < 0 ? rest : rest.slice(0, until)).flatMap((part) => place.exec(part)?.[0] ?? []);
  return found.filter((text) => !isNote || !/^in\b/i.test(text)).slice(0, 1);
}

/** Returns the targets that a clause with these verbs names. */
function targetsIn(clause: string): string[] {
  return targets.flatMap((verb) => {
    const { to, place } = verb.exec(clause)?.groups ?? {};
    if (to !== undefined) return `to ${to}`;
    return place === undefined ? [] : `到${place}`;
  });
}

/** The write that a step's description asks for: a clause that begins with a verb of writing and names a store. */
function writeIn(description: string): RequiredWork | null {
  for (const whole of clausesOf(description)) {
    const { tool, zh } = withTool.exec(whole)?.groups ?? {};
    const means = (tool ?? zh ?? '').replace(/schedule/i, 'calendar');
    const clause = whole.replace(withTool, '');
    if (titled.test(clause)) return { kind: 'write', store: 'todos' };
    const wish = wishes.find(([words]) => words.test(clause));
    if (wish) return writeTo(wish, clause);
    const write = writeToThingIn([
      ...targetsIn(clause),
      ...(writing.test(clause) && !intoAnswer.test(clause) ? [clause] : []),
    ]);
    if (write) return write;
    const named = things.find(([name]) => name.test(means));
    if (named && writing.test(clause)) return { kind: 'write', store: named[1] };
  }
  return writeToThingIn(unconditional(description).flatMap(placeOfList));
}

/** Returns a write to the first store or file that one of the texts names, or null. */
function writeToThingIn(texts: readonly string[]): RequiredWork | null {
  for (const text of texts) {
    const thing = things.find(([name]) => name.test(text));
    if (thing) return writeTo(thing, text);
  }
  return null;
}

/** Returns a write to a store, with the name of the file if the words that call for it name one. */
function writeTo([words, store]: readonly [RegExp, Store | null], text: string): RequiredWork {
  const named = words.exec(text)?.[0].match(new RegExp(fileName, 'giu'))?.at(-1);
  const file = named?.replace(/^(?:.*\/|["'“‘`《「])/, '');
  return { kind: 'write', store, ...(file !== undefined && { file }) };
}
