import type { ToolError, Written } from './tool-result.ts';
import type { Step } from '../plan/step.ts';

type Store = Written['store'];

/** What a step must have done before it may end as done; `store` is the target of the write, null if any will do. */
export type RequiredWork = { kind: 'nothing' | 'act' } | { kind: 'write'; store: Store | null };

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

const sentences = /(?<=[.!?;])\s+|[。！？；\n]+/;
/** The separators of clauses: punctuation, except the dot of a file name, and words that introduce another action. */
const clauses = /[,:()，：（）]+|\s[–—-]\s|\.(?=\s|$)|\b(?:and|then)\b|然后|并且|接着/i;
const conditional =
  /\b(?:if|any|unless|whether|optional(?:ly)?|as needed|(?:when|where|if) (?:needed|necessary))\b|如果|如有|若|假如|除非|必要|需要时|视情况|可选|任何/i;
/** The beginning of an English clause before its verb: a list marker or number, and "please". */
const opening = /^\W{0,4}(?:\d{1,3}[.)]\s*)?(?:please\s+)?/.source;
const writing = new RegExp(
  `${opening}(?:add|enter|note|save|write|create|schedule|set|update|delete|remove|move|mark)\\b` +
    '|^\\s*请?(?:添加|加入|新增|记录|记下|记入|保存|存入|写入|写下|创建|新建|安排|更新|删除|移除|移动|标记)' +
    '|^\\s*请?[把将].{1,40}?(?:添加|加入|加|记录|记|保存|存|写入|写|安排)[到进在入]',
  'i',
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
      `${opening}(?:save|write|create|update|delete|remove|add)\\s+(?:(?:the|an?|my|our|this|new|file)\\s+)*${fileName}`,
      'iu',
    ),
    'files',
  ],
  [new RegExp(`^\\s*请?(?:保存|写入|写下|创建|新建|更新|删除|移除)\\s*${fileName}`, 'iu'), 'files'],
];

const put = new RegExp(
  `${opening}put\\s(?!together\\b).*?(?<![\\w-])(?:in|into|on|onto|to|under)\\s+(?<place>.*)` +
    '|^\\s*请?(?:[把将].{1,40}?)?放[到进入在](?<where>.*)',
  'i',
);

/**
 * Returns the target that a clause with “put” names; null for a clause without “put”. Since “put” alone need not mean a
 * write, the clause counts as one only if its target is a store.
 */
function putIn(clause: string): string | null {
  const { place, where } = put.exec(clause)?.groups ?? {};
  return place === undefined ? (where === undefined ? null : `到${where}`) : `to ${place}`;
}

/** The write that a step's description asks for: a clause that begins with a verb of writing and names a store. */
function writeIn(description: string): RequiredWork | null {
  for (const sentence of description.split(sentences)) {
    if (conditional.test(sentence)) continue;
    for (const clause of sentence.split(clauses)) {
      const place = putIn(clause);
      if (place === null && !writing.test(clause)) continue;
      const thing = things.find(([name]) => name.test(place ?? clause));
      if (thing) return { kind: 'write', store: thing[1] };
    }
  }
  return null;
}
