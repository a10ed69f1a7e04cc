import type { ToolError, Written } from './tool-result.ts';
import type { Step } from '../plan/step.ts';
import { chineseOpening, clauseOpening, clausesOf, unconditional } from './clauses.ts';

type Store = Written['store'];
type Write = { kind: 'write'; store: Store | null; file?: string };

/**
 * What a step must have done before it may end as done; `store` is the target of the write, null if any will do; `file`
 * the name of the file to be written, if the step names one.
 */
export type RequiredWork = { kind: 'nothing' | 'act' } | Write;

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
  String.raw`${clauseOpening}(?:use|call|invoke|run)\s+(?:the\s+)?(?<tool>to-?dos?|files?|calendar|schedule|memory)(?:\s+tool)?\s+(?:to|and)\s+|${chineseOpening}(?:用|使用|调用|通过)\s*(?<zh>files?|todo|schedule|memory|文件|待办|日程|日历)\s*工具(?:来|去)?\s*`,
  'iu',
);
/** What a tool as the means is to do if that is a write to its store; a text that it helps to make is none. */
const byTool = new RegExp(
  String.raw`${clauseOpening}(?:add(?!\s+(?:up|together)\b)|enter|insert|append|save|store|schedule|delete|remove)\s+(?!(?:[\w-]+\s+){0,2}?(?:overviews?|summar(?:y|ies)|lists?|answers?|tables?|reports?|time)\b)|${chineseOpening}(?:添加|加入|加上|新增|保存|存入|写入|写下|删除|移除|更新|安排)(?!.*(?:概览|概要|总结|摘要|列表|清单|回答|表格|报告|分析))`,
  'iu',
);
const adding =
  'add(?!\\s+(?:up|together)\\b)|enter|insert|append|save|store|schedule|set|move|record|log(?!\\s+(?:in|on|out|into|onto|files?)\\b)';
const changing = `${adding}|write|create|update|delete|remove|mark`;
const writing = new RegExp(`${clauseOpening}(?:${changing})\\b|${chineseOpening}(?:${chineseVerbs})`, 'iu');
/** Verbs that mean a write only with a file as their object, or with a file as the place where the object goes. */
const making = 'make|generate|produce|build|draft|compile|create';
/** Verbs that mean one only with such a place. */
const moving = 'prepare|collect|gather|extract|combine|merge|organi[sz]e|summari[sz]e|turn';
const articles = String.raw`(?:(?:the|an?|my|our|your|this|one|two|three|\d+|another|new|single|separate|short|markdown|text|csv|html|json|file)\s+)*`;
/** A file name, as a group. */
const fileName =
  /(["'“‘`《「]?[\p{L}\d_./-]+\.(?:md|markdown|txt|csv|tsv|json|html?|ics|svg|png|ya?ml|xml|docx?|xlsx?|pdf|js|py)\b)/iu
    .source;
/** What may follow the name of a file that is to be written; before a noun, the name only qualifies it. */
const fileEnd =
  /["'”’`》」]*(?=\s*(?:$|[^\p{L}\p{N}\s-]|(?:with|containing|including|for|using|in\s+the\s+end)\b|(?:里面|[里中内])(?!的)|包含|包括))/u
    .source;
/**
 * The text that may follow the name of a store; before another noun, the name only qualifies it ("file categories").
 */
const after =
  /(?=\s*(?:$|[^\p{L}\s-]|(?:lists?(?!\s+(?:apps?|components?|pages?|templates?)\b)|named|called|titled|with|of|for|in|into|to|from|as|that|which|about|on|at|by|under|due|each|saying)\b))/u
    .source;
/** What precedes a thing that a text is to be written about, as in “Write a summary of the calendar”. */
const asSubject = String.raw`(?<!^\W*(?:please\s+)?(?:write|create|save|store|add|insert|append|record|log|enter|set)\b.*\b(?:of|about|from|for|with|how|that|which|to\s+(?!(?:the|my|our|your|an?|this|one|new)\b)[\w-]+)\s+(?:(?!(?:in|into|to|on|onto|as|under)\b)[\w'’-]+\s+){0,3})`;
const english = (names: string) => new RegExp(`\\b(?:${names})${after}`, 'iu');
const todos = String.raw`to-?do(?:s|\s+(?:items?|tasks?|entr(?:y|ies)))?`;
const entries = 'calendar\\s+(?:events?|entr(?:y|ies)|items?|appointments?|blocks?)';
const table = '(?:csv|tsv|xlsx)(?:\\s+files?)?';
/** No program that is only about the thing, as in “创建一个待办应用”, and no text about it. */
const notAnApp =
  '(?!.{0,4}(?:应用|程序|系统|页面|界面|组件|模板|功能)|(?:的|清单|列表|事项)*(?:概览|概要|总结|摘要|统计|分析|回顾|报告|要点))';
/** No word before “to” or “as” after which it tells no place, as in “links to index.html” and “as short as old.md”. */
const asPlace = String.raw`(?<!\b(?:links?|referenc\w+|refer\w*|pointers?|answers?|repl(?:y|ies)|respon\w+|reactions?|feedback|changes?|edits?|corrections?|objections?|introductions?|guides?|alternatives?|addition|sequel|compar\w+|similar\w*|relat\w+|relevan\w+|accord\w+|contrast|equal|identical|close|next|due|regard|respect|such|well|far|as\s+[\w-]+)\s+)\b`;
const from = String.raw`\bfrom\s+\S+\.\w+\W?\s+to\b`;
/** A text without words after which a place is part of what the text is about. */
const plainly = String.raw`(?:(?!\b(?:how|what|why|where|which|that|who|when|whether|same)\b|${from}).)*?`;
/** What says in a sentence that its file is where the things go: verbs that keep things, verbs that write, and others. */
const intoFile: readonly (readonly [verbs: string, words: string])[] = [
  ['save|store|append|export|log|record|enter|insert|move', `${asPlace}(?:to|into|as)`],
  ['write|add|convert|output', `${asPlace}(?:to|into|as)`],
  [making, `(?:into|${asPlace}as)`],
  [moving, 'into'],
];
const things: readonly [RegExp, Store | null][] = [
  [english(`${asSubject}${todos}`), 'todos'],
  [english('(?<=\\b(?:to|on|onto|in|into)\\s+(?:the|my|our|your)\\s+)task\\s+list'), 'todos'],
  [
    english(
      `${asSubject}(?:${entries}|calendars?|appointments?|(?<!\\b(?:blog|diary|journal|log|wiki|data|dictionary|contest|duplicate) )entr(?:y|ies)(?!.*\\b(?:tables?|spreadsheet|glossary|index|matrix|bibliography)\\b))`,
    ),
    'entries',
  ],
  [english(`${asSubject}reminders?`), null],
  [english(`${asSubject}(?<!\\bto\\s+)files?(?!\\s+lists?\\b)`), 'files'],
  [english(`${asSubject}memory(?! of\\b)`), 'notes'],
  [new RegExp(`待办${notAnApp}`, 'u'), 'todos'],
  [new RegExp(`(?:日程|日历)${notAnApp}`, 'u'), 'entries'],
  [/提醒(?!文案|邮件|语)/, null],
  [new RegExp(`文件(?!夹)${notAnApp}`, 'u'), 'files'],
  [/备忘/, 'notes'],
  [new RegExp(`^(?:to|into|as)\\s+${articles}${fileName}${fileEnd}`, 'iu'), 'files'],
  [new RegExp(`(?<!\\.\\w{2,8}["'”’\`》」]?\\s*)(?:到|为|至|成)\\s*${fileName}${fileEnd}`, 'iu'), 'files'],
  [
    new RegExp(
      `${clauseOpening}(?:(?:save|store|write|create|add)\\s+${articles}${fileName}${fileEnd}|(?:update|delete|remove)\\s+${articles}${fileName})`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${chineseOpening}(?:(?:保存|写入|写下|创建|新建)\\s*${fileName}${fileEnd}|(?:更新|删除|移除)\\s*${fileName})`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${clauseOpening}(?:save|store|record|log|update)\\s${plainly}(?<!\\b\\w+(?:ed|en|wn)\\s+)\\bin\\s+${fileName}${fileEnd}`,
      'iu',
    ),
    'files',
  ],
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
      String.raw`${clauseOpening}(?:add|create|insert|schedule|set\s+up)\s+${articles}events?\s*(?:\s(?:on|at|for|named|called|titled)\b|[“"])(?!.*\b(?:to|in|into)\s+(?:the|my|our|your|an?|this)\s+(?!calendar|morning|afternoon|evening)).*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|\d{1,2}\s*(?:[ap]m\b|:\d\d))`,
      'iu',
    ),
    'entries',
  ],
  [new RegExp(`${clauseOpening}(?:make|generate|produce|draft)\\s+${articles}${fileName}${fileEnd}`, 'iu'), 'files'],
  ...intoFile.map(([verbs, words]): [RegExp, Store] => [
    new RegExp(`${clauseOpening}(?:${verbs})\\s${plainly}\\b${words}\\s+${articles}${fileName}${fileEnd}`, 'iu'),
    'files',
  ]),
  [
    new RegExp(
      `${clauseOpening}(?:${changing}|${making})\\s+${articles}(?:(?!(?:of|from|about|in|on|for|with|to)\\b)[\\w-]+\\s+){0,3}(?:named|called)\\s+${fileName}${fileEnd}`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${clauseOpening}(?:(?:make|generate|produce|export|create|write|save)\\s+${articles}(?:${table}|files?(?!\\s+lists?\\b))${after}|(?:save|store|export)\\s.*\\b(?:to|into|as)\\s+(?:${articles}${table}${after}|file\\W*$)|(?:save|store|export|write)\\s.*\\b(?:to|into|as)\\s+(?:an?|the|my|one|new)\\s+(?:[\\w-]+\\s+){0,2}files?(?!\\s+lists?\\b)${after})`,
      'iu',
    ),
    'files',
  ],
  [
    new RegExp(
      `${chineseOpening}(?:写(?![入下成到进])|撰写|编写|起草|生成|制作)\\s*(?:一[个份篇张])?\\s*(?:[^\\s\\w的到为成]{0,8}(?:报告|文件|文档|表格)\\s*)?${fileName}${fileEnd}`,
      'iu',
    ),
    'files',
  ],
];
/** A clause that says to write something into a text of its own, as in “Add a reminder to the answer”. */
const intoAnswer =
  /\b(?:to|into|in)\s+(?:the|my|your|an?|this)\s+(?:[\w-]+\s+)?(?:answer|reply|response|summary|draft|article|essay|table|paragraph|list of \w+)\W*$|(?:在|到|进)(?:回答|回复|答案|答复)(?:里|中)/i;
/** A Chinese question, or a thing that is only described by where it stands, as in “列入待办的任务”. */
const asksOrDescribes = new RegExp(
  `哪|什么|多少|吗\\W*$|${chineseOpening}(?:按.{1,20}?)?已?(?:列|排|录|记|加|写|存|保存|记录|添加|安排)(?:[到进入在])(?:待办|日程|日历|文件|备忘|${fileName}\\s*)\\p{L}{0,2}?的`,
  'iu',
);
/** Words that call for a program: what it is to write is no write of the step. */
const program = new RegExp(
  String.raw`${clauseOpening}(?:write|create|make|generate|build|draft|develop|produce|implement|give|show|code|prepare)\s+(?:me\s+)?(?:(?!(?:of|from|about|in|on|for|with|to|named|called)\b)[\w+#-]+\s+){0,4}(?:scripts?|programs?|functions?|code|commands?|macros?|quer(?:y|ies)|apps?|methods?)\b(?!\.\w)|${chineseOpening}(?:写|编写|生成|创建|实现|开发|做)[^到为成]{0,16}(?:脚本|函数|程序|代码|命令|宏)`,
  'iu',
);
/** A clause whose object is what was called for before. */
const ofIt =
  /^\s*(?:[a-z]+\s+)?(?:it|this|(?:the|this)\s+(?:script|program|function|code))\b|[把将](?:它|其|脚本|函数|程序|代码)|^\s*(?:保存|存)[为到成]/i;
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
  new RegExp(`${clauseOpening}note\\s.*?(?<![\\w-])(?:into|as|under)\\s+(?<to>.*)`, 'iu'),
  new RegExp(
    `${chineseOpening}(?:按[^把将]{1,20})?[把将].{1,40}?(?:添加|加|列|排|录|记录|记|保存|存|写|安排|定|放|整理|汇总|输出|导出)(?:进入|[到进在入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(
    `${chineseOpening}(?:按.{1,20}?)?(?:列|排|录|记|加|写|存|保存|另存|整理|汇总|输出|导出|放)(?:进入|[到进入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(
    `${chineseOpening}(?:收集|汇总|整理|导出|保存|输出|记录|提取)[^到为成]{1,30}?(?<!\\.\\w{2,8}["'”’\`》」]?\\s*)(?:到|为|成|至)(?<place>\\s*${fileName}${fileEnd})`,
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
const store = `${articles}(?:${todos}|task\\s+list|calendar)${after}`;
/** Verbs before a list of things, and the place where these are to be written. */
const listings: readonly (readonly [verb: RegExp, place: RegExp])[] = [
  [`${adding}|put|place|book|block`, `\\b(?:on|in|as)\\s+${store}`] as const,
  [`${changing}|put|place|${making}|${moving}|export`, `${asPlace}(?:to|into|onto)\\s+${store}`] as const,
  ...intoFile.map(([verbs, words]) => [verbs, `\\b${words}\\s+${articles}${fileName}${fileEnd}`] as const),
].map(([verbs, place]) => [new RegExp(`${clauseOpening}(?:${verbs})\\b`, 'i'), new RegExp(`${place}.*`, 'iu')]);

/**
 * Returns the place that a list of things is to be written to, as in “Add milk and bread to the to-do list”: such a
 * list is split into clauses, and the place stands in a later one than the verb.
 */
function placeOfList(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(/[,:]|\band\b/i);
  const until = rest.findIndex((part) => otherVerb.test(part) || /\bthen\b/i.test(part));
  const places = listings.flatMap(([verb, place]) => (verb.test(first) ? [place] : []));
  return (until < 0 ? rest : rest.slice(0, until))
    .flatMap((part) => places.flatMap((place) => place.exec(part)?.[0] ?? []))
    .slice(0, 1);
}

/** Returns the targets that a clause with these verbs names. */
function targetsIn(clause: string): string[] {
  return targets.flatMap((verb) => {
    const { to, place } = verb.exec(clause)?.groups ?? {};
    if (to !== undefined) return `to ${to}`;
    return place === undefined ? [] : `到${place}`;
  });
}

/** The largest number of characters of a sentence that is looked at. */
const longest = 1000;

/** The write that a step's description asks for: a clause that begins with a verb of writing and names a store. */
function writeIn(description: string): Write | null {
  const spaced = description.replace(/[^\S\n]+/g, ' ');
  const clauses = clausesOf(spaced).filter(({ length }) => length <= longest);
  const calledFor = clauses.findIndex((clause) => program.test(clause));
  for (const [at, clause] of clauses.entries()) {
    const write = at === calledFor ? null : writeInClause(clause);
    const isOfProgram = calledFor >= 0 && at > calledFor && !ofIt.test(clause);
    if (write && !(isOfProgram && write.store === 'files')) return write;
  }
  if (calledFor >= 0) return null;
  const sentences = unconditional(spaced).filter(({ length }) => length <= longest);
  return writeToThingIn(sentences.flatMap(placeOfList));
}

/** The write that one clause asks for. */
function writeInClause(whole: string): Write | null {
  const { tool, zh } = withTool.exec(whole)?.groups ?? {};
  const means = (tool ?? zh ?? '').replace(/schedule/i, 'calendar');
  const clause = whole.replace(withTool, '');
  if (intoAnswer.test(clause) || asksOrDescribes.test(clause)) return null;
  if (titled.test(clause)) return { kind: 'write', store: 'todos' };
  const wish = wishes.find(([words]) => words.test(clause));
  if (wish) return writeTo(wish, clause);
  const write = writeToThingIn([...targetsIn(clause), ...(writing.test(clause) ? [clause] : [])]);
  if (write) return write;
  const named = things.find(([name]) => name.test(means));
  return named && byTool.test(clause) ? { kind: 'write', store: named[1] } : null;
}

/** Returns a write to the first store or file that one of the texts names, or null. */
function writeToThingIn(texts: readonly string[]): Write | null {
  for (const text of texts) {
    const thing = things.find(([name]) => name.test(text));
    if (thing) return writeTo(thing, text);
  }
  return null;
}

/** Returns a write to a store, with the name of the file if the words that call for it name one. */
function writeTo([words, store]: readonly [RegExp, Store | null], text: string): Write {
  const named = words.exec(text)?.slice(1).findLast(Boolean);
  const file = named?.replace(/^(?:.*\/|["'“‘`《「])/, '');
  return { kind: 'write', store, ...(file !== undefined && { file }) };
}
