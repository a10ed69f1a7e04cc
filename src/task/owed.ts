import type { ToolError, Written } from './tool-result.ts';
import type { Step } from '../plan/step.ts';
import { chineseOpening, clauseOpening, clausesOf } from './clauses.ts';

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
  '添加|加入|加上|新增|记录|记下|记入|保存|存入|写入|写下|创建|新建|建立|安排|更新|删除|移除|移动|标记';
const writing = new RegExp(
  `${clauseOpening}(?:add|enter|note|save|write|create|schedule|set|update|delete|remove|move|mark)\\b` +
    `|${chineseOpening}(?:${chineseVerbs})`,
  'iu',
);
/** A file name. */
const fileName =
  /["'“‘`《「]?[\p{L}\d_./-]+\.(?:md|markdown|txt|csv|tsv|json|html?|ics|svg|png|ya?ml|xml|docx?|xlsx?|pdf|js|py)\b/iu
    .source;
/**
 * The text that may follow the name of a store; before another noun, the name only qualifies it ("file categories").
 */
const after =
  /(?=\s*(?:$|[^\p{L}\s-]|(?:lists?|named|called|titled|with|of|for|in|into|to|from|as|that|which|about|on|at|by|under|due|each|saying)\b))/u
    .source;
const english = (names: string) => new RegExp(`\\b(?:${names})${after}`, 'iu');
const things: readonly [RegExp, Store | null][] = [
  [english('to-?dos?'), 'todos'],
  [
    english('calendars?|appointments?|(?<!\\b(?:blog|diary|journal|log|wiki|data|dictionary|contest) )entr(?:y|ies)'),
    'entries',
  ],
  [english('reminders?'), null],
  [english('files?'), 'files'],
  [english('memory(?! of\\b)'), 'notes'],
  [/待办/, 'todos'],
  [/日程|日历/, 'entries'],
  [/提醒/, null],
  [/文件(?!夹)/, 'files'],
  [/备忘/, 'notes'],
  [new RegExp(`(?:\\b(?:to|as|into)|到|为|至|成)\\s*${fileName}`, 'iu'), 'files'],
  [
    new RegExp(
      `${clauseOpening}(?:save|write|create|update|delete|remove|add)\\s+(?:(?:the|an?|my|our|this|new|file)\\s+)*${fileName}`,
      'iu',
    ),
    'files',
  ],
  [new RegExp(`${chineseOpening}(?:保存|写入|写下|创建|新建|更新|删除|移除)\\s*${fileName}`, 'iu'), 'files'],
  [new RegExp(`${clauseOpening}save\\s.*\\bin\\s+${fileName}`, 'iu'), 'files'],
];
/**
 * Clauses that call for a write without the name of a store: to remember something (“remember to” is advice, “remember
 * where” a thought), to remind the person, and to schedule something that has a time.
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
];

/**
 * Verbs that need not mean a write by themselves: their clause counts as one only if the target that it names
 * (`to` or `place`) is a store. The others are Chinese: 把…写成…, 列入…, 在…里添加, 给…加上, 为…创建…, 生成… (a file at the end).
 */
const targets: readonly RegExp[] = [
  new RegExp(`${clauseOpening}put\\s(?!together\\b).*?(?<![\\w-])(?:in|into|on|onto|to|under)\\s+(?<to>.*)`, 'iu'),
  new RegExp(
    `${chineseOpening}[把将].{1,40}?(?:添加|加|列|排|录|记录|记|保存|存|写|安排|定|放|整理|汇总|输出|导出)(?:进入|[到进在入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(
    `${chineseOpening}(?:列|排|录|记|加|写|存|保存|另存|整理|汇总|输出|导出|放)(?:进入|[到进入成为至])(?<place>.*)`,
    'u',
  ),
  new RegExp(`${chineseOpening}(?:在|向|往)(?<place>.{1,20}?)(?:里面|[里中上内])?(?:${chineseVerbs})`, 'u'),
  new RegExp(`${chineseOpening}给(?<place>.{1,20}?)(?:添加|加入|加上|新增)`, 'u'),
  new RegExp(`${chineseOpening}为.{1,20}?(?:添加|加入|新增|创建|新建|建立|安排)(?<place>.*)`, 'u'),
  new RegExp(`${chineseOpening}生成(?<place>.*(?:文件|${fileName}))[”"」》’\\s]*$`, 'u'),
];

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
  for (const clause of clausesOf(description)) {
    const wish = wishes.find(([words]) => words.test(clause));
    if (wish) return { kind: 'write', store: wish[1] };
    for (const text of [...targetsIn(clause), ...(writing.test(clause) ? [clause] : [])]) {
      const thing = things.find(([name]) => name.test(text));
      if (!thing) continue;
      const named = thing[0].exec(text)?.[0].match(new RegExp(fileName, 'giu'))?.at(-1);
      const file = named?.replace(/^(?:.*\/|["'“‘`《「])/, '');
      return { kind: 'write', store: thing[1], ...(file !== undefined && { file }) };
    }
  }
  return null;
}
