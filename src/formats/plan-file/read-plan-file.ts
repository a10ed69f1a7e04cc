import type { PlanFileReading, PlanReadFromFile } from './plan-file-reading.ts';
import { readTaskLists } from '../task-lists/read-task-lists.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { oneLineExcerpt, importLimits } from './limits.ts';
import { type DraftDefaults, planOfDraft } from './plan-of-draft.ts';
import type { PlanFileError } from './plan-file-error.ts';
import { markdownPlanShape, sheetShape } from './plan-shape.ts';
import {
  normalizeYamlPunctuation,
  bulletListFromLines,
  type PlanCandidate,
  planCandidates,
  planDraftsFromLists,
} from './plan-candidates.ts';
import { plansInValue, type ParsedPlan, type PlansInValue } from './plans-in-value.ts';
import { repairsOfChangedLines, parseJsonKeepingDigits, readJson } from './read-json.ts';
import { type Repair, formatJsonPath } from './repair.ts';
import { planFromOpml } from './tasks-from-app-export.ts';
import { joinListItems } from '../../values/list-text.ts';
import { isRecord } from '../../values/json.ts';
import type { PlanDraft } from './own-names.ts';
import * as z from 'zod';

/** Returns the plan in the text of a file, read in one call; `readPlanFileInChunks` does the same as a generator. */
export function readPlanFile(...readArguments: Parameters<typeof readPlanFileInChunks>): PlanFileReading {
  const turns = readPlanFileInChunks(...readArguments);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/**
 * Reads YAML: the values of its documents and the parts that belong to no value, or why it cannot be read. Never
 * throws.
 */
export type YamlReader = (
  text: string,
) => { ok: true; values: unknown[]; repairs: Repair[] } | { ok: false; error: PlanFileError };

type PlanFileTurns = Generator<undefined, PlanFileReading[]>;

/**
 * Returns the plan in the text of a file: a `plan.json`, another app's form of a plan, or a list. Small errors are
 * repaired, and each repair is listed; for a part that cannot be read, an error with its place is returned. The plan is
 * valid; one that had not ended becomes `paused`, everything else stays as in the file. Also returns further plans of
 * the file, and why others could not be read. A generator that yields between parts of a long file, so that the caller
 * can do other work; `readPlanFile` does the same in one call.
 */
export function* readPlanFileInChunks(
  text: string,
  context: DraftDefaults & { yaml?: YamlReader },
): Generator<undefined, PlanFileReading> {
  const outline = planFromOpml(text);
  if (outline) return (yield* readValues([outline], [], context))[0] ?? problem('not_a_plan');
  const candidates = planCandidates(text);
  if (!candidates.ok) return candidates;
  const readings: PlanFileReading[] = [];
  for (const source of candidates.sources) {
    readings.push(...(yield* readSource(source, context)));
    yield;
  }
  const readingErrors = readings.flatMap((reading) => (reading.ok ? [] : [reading.error])).filter(isWorthTelling);
  const [first, ...others] = readings
    .filter((reading): reading is PlanReadFromFile => reading.ok)
    .map((reading) => (readingErrors.length > 0 ? { ...reading, unread: readingErrors } : reading));
  if (!first) return readings[0] ?? problem('not_a_plan');
  return others.length > 0 ? { ...first, others } : first;
}

/** True if an error is worth reporting: text around fenced plans may contain no plan. */
const isWorthTelling = ({ code }: PlanFileError) => code !== 'not_a_plan';

function* readSource(source: PlanCandidate, context: DraftDefaults & { yaml?: YamlReader }): PlanFileTurns {
  if (source.kind === 'json') return yield* readData(source, context);
  if (source.kind === 'yaml' && context.yaml) {
    const ascii = normalizeYamlPunctuation(source.text);
    const asciiYaml = ascii === source.text ? null : context.yaml(ascii);
    const own = asciiYaml?.ok ? asciiYaml : context.yaml(source.text);
    const yaml = own.ok ? own : (asciiYaml ?? own);
    yield;
    if (!yaml.ok && yaml.error.code === 'yaml_too_large') return [yaml];
    const before = [...source.repairs, ...(asciiYaml?.ok ? repairsOfChangedLines(source.text, ascii) : [])];
    const plans = yaml.ok ? yield* readValues(yaml.values, [...before, ...yaml.repairs], context) : [yaml];
    if (plans.some((plan) => plan.ok) || (!yaml.ok && isData(source.text))) return plans;
    const listPlans = yield* readLists(source, context);
    return listPlans.some((plan) => plan.ok) ? listPlans : plans;
  }
  return yield* readLists(source, context);
}

/**
 * True if a text that is not valid YAML was meant as YAML: it has at least two lines with a field of a step, which a
 * list in prose does not have.
 */
const isData = (text: string) =>
  holdsMore(
    text,
    /^(?:[ \t]+|[ \t]*-[ \t]+)(?:id|description|title|name|task|content|status|depends_on|dependencies|编号|描述|标题|名称|任务|内容|状态|依赖|編號|標題|名稱|任務|內容|狀態|依賴):[ \t]/gm,
    1,
  );

function* readLists({ text, repairs }: PlanCandidate, context: DraftDefaults): PlanFileTurns {
  if (hasTooManyItems(text)) return [problem('too_many_steps', { limit: importLimits.steps }, 'steps')];
  if (holdsMore(text, /\n/g, importLimits.lines)) return [problem('too_many_lines', { limit: importLimits.lines })];
  const taskLists = readTaskLists(text, 'all', context.exported);
  yield;
  const bare = taskLists.lists.length === 0 ? bulletListFromLines(text) : null;
  const lists = bare ? readTaskLists(bare.text) : taskLists;
  const before = [...repairs, ...(bare?.repairs ?? [])];
  const readings: PlanFileReading[] = [];
  for (const { draft, repairs: told } of planDraftsFromLists(lists)) {
    const reading = yield* planOfDraft(
      draft,
      lists.isSheet ? sheetShape : markdownPlanShape,
      [...before, ...told],
      context,
    );
    readings.push(reading.ok ? { ...reading, lines: lists.uses } : reading);
  }
  return readings.length > 0 ? readings : [problem('not_a_plan')];
}

function* readData({ text, repairs }: PlanCandidate, context: DraftDefaults): PlanFileTurns {
  const json = readJson(text);
  yield;
  if (json.ok) return yield* readValues([json.value], [...repairs, ...json.repairs], context);
  const lines = readJsonLines(text);
  if (!lines) return [json];
  return yield* readValues([lines.values], [...repairs, ...duplicateKeys(text), ...lines.repairs], context);
}

function* readValues(values: readonly unknown[], before: readonly Repair[], context: DraftDefaults): PlanFileTurns {
  let repairs = [...before];
  const parsedPlans: ParsedPlan[] = [];
  for (const [nth, value] of values.entries()) {
    const clean = withoutPrototypeKeys(value);
    if (!clean.ok) return [clean];
    yield;
    const words = plannedWords(clean.value);
    const {
      plans,
      beside,
      archived = [],
    }: PlansInValue = words ? { plans: [], beside: words.beside } : plansInValue(clean.value, context.exported);
    const unusedFields = words || plans.length > 0 ? beside : { [`[${nth}]`]: value };
    repairs = [...repairs, ...clean.repairs, ...Object.entries(unusedFields).map(leftOut)];
    if (archived.length > 0)
      repairs.push({ code: 'archived', path: '', from: oneLineExcerpt(joinListItems(archived)), to: '' });
    if (words) return yield* readLists({ kind: 'markdown', text: words.text, repairs }, context);
    parsedPlans.push(...plans);
  }
  const readings: PlanFileReading[] = [];
  for (const { raw, shape } of parsedPlans) readings.push(yield* planOfDraft(raw, shape, repairs, context));
  return readings.length > 0 ? readings : [problem('unknown_shape')];
}

const leftOut = ([path, value]: [string, unknown]): Repair => ({
  ...{ code: 'unknown_field', path, to: '' },
  from: oneLineExcerpt(value),
});

/** True if a text has too many list items; counted before it is split, which takes long for millions of lines. */
function hasTooManyItems(text: string): boolean {
  return holdsMore(text, /^[ \t>]*(?:[-*+•]|\d+[.)])[ \t]/gm, 5 * importLimits.steps);
}

function holdsMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  while (count <= most && pattern.test(text)) count += 1;
  return count > most;
}

function problem(code: PlanFileError['code'], params: PlanFileError['params'] = {}, path = ''): PlanFileReading {
  return { ok: false, error: { code, path, params } };
}

/** Returns the values of JSON Lines: an object on each line that is not blank, at least two. Otherwise null. */
function readJsonLines(text: string): { values: unknown[]; repairs: Repair[] } | null {
  const values: unknown[] = [];
  const repairs: Repair[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const parsedLine = /^\s*\{.*\}\s*$/.test(line) ? parseJsonKeepingDigits(line) : null;
    if (!parsedLine) return null;
    values.push(parsedLine.value);
    repairs.push(...parsedLine.repairs.map((repair) => ({ ...repair, path: String(at + 1) })));
  }
  return values.length > 1 ? { values, repairs } : null;
}

/**
 * Returns the plan in an agent's thought, given as a bulleted text, and the thought's other fields by name; null if
 * there is none.
 */
function plannedWords(value: unknown): { text: string; beside: PlanDraft } | null {
  if (!isRecord(value)) return null;
  const { thoughts, ...outer } = value;
  const { plan, ...said } = isRecord(thoughts) ? thoughts : value;
  if (typeof plan !== 'string' || !/^\s*(?:[-*•]|\d+[.)])/m.test(plan)) return null;
  if (!isRecord(thoughts)) return { text: plan, beside: said };
  const inner = Object.entries(said).map(([name, words]) => [`thoughts.${name}`, words] as const);
  return { text: plan, beside: { ...outer, ...Object.fromEntries(inner) } };
}

const unsafe: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Cleaned = { ok: true; value: unknown; repairs: Repair[] } | { ok: false; error: PlanFileError };

/**
 * Returns a copy of parsed JSON without keys that could change an object's prototype, each reported as a repair; an
 * error if it contains a number that is too large. The nesting depth must have been limited before.
 */
export function withoutPrototypeKeys(value: unknown): Cleaned {
  const repairs: Repair[] = [];
  const path: (string | number)[] = [];
  const infinite: string[] = [];
  const copyAt = (key: string | number, node: unknown): unknown => {
    path.push(key);
    const safe = copy(node);
    path.pop();
    return safe;
  };
  const copy = (node: unknown): unknown => {
    if (typeof node === 'number' && !Number.isFinite(node)) infinite.push(formatJsonPath(path));
    if (Array.isArray(node)) return node.map((item, at) => copyAt(at, item));
    if (typeof node !== 'object' || node === null) return node;
    const safeEntries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(node)) {
      if (unsafe.has(key))
        repairs.push({ code: 'unsafe_key', path: formatJsonPath([...path, key]), from: key, to: '' });
      else safeEntries.push([key, copyAt(key, item)]);
    }
    return Object.fromEntries(safeEntries);
  };
  const safe = copy(value);
  const [place] = infinite;
  if (place === undefined) return { ok: true, value: safe, repairs };
  return { ok: false, error: { code: 'number_too_large', path: place, params: {} } };
}

const Shipped = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  examples: z.record(z.string(), z.string()),
  plan: z.unknown(),
});

/**
 * The file of a shipped template: its occasion, and in each language its name, description, examples for the
 * placeholders, and `plan.json`.
 */
export const TemplateFile = z.object({
  occasion: z.enum(['travel', 'study', 'work', 'household', 'health', 'money', 'research', 'code']),
  en: Shipped,
  zh: Shipped,
});
