import type { PlanFileReading, PlanRead } from './plan-file-reading.ts';
import { readTaskLists } from '../task-lists/read-task-lists.ts';
import { duplicateKeys } from './json/duplicate-keys.ts';
import { excerpt, limits } from './limits.ts';
import { type PlanContext, planOfDraft } from './plan-of-draft.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import { markdownShape, sheetShape } from './plan-shape.ts';
import { type PlanSource, planSources, plansInList } from './plan-sources.ts';
import { plansInValue, type ValuedPlan } from './plans-in-value.ts';
import { readJson } from './json/read-json.ts';
import { type Repair, pathText } from './repair.ts';
import { parseJson, isRecord } from '../domain/text/json.ts';
import type { Draft } from './mending/own-names.ts';
import * as z from 'zod';

/** Reads a plan from the text of a file at one go, as `planFileTurns` does by and by. */
export function readPlanFile(...given: Parameters<typeof planFileTurns>): PlanFileReading {
  const turns = planFileTurns(...given);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** Reads YAML: the values of its documents and what stands in no value, or why it cannot be read. Never throws. */
export type ReadYaml = (
  text: string,
) => { ok: true; values: unknown[]; repairs: Repair[] } | { ok: false; problem: PlanFileProblem };

type PlanFileTurns = Generator<undefined, PlanFileReading[]>;

/**
 * Reads a plan from the text of a file: `plan.json`, one of the foreign shapes of R2.5, or a list. Slips are repaired and each
 * repair is listed; what cannot be read is refused with its place (R2.6). The plan is sound (R2.3), and one that had not ended
 * arrives `paused`, all else as the file has it (R2.7); further plans of the file stand beside it, and why others of it could not be read. Reading a long file takes a
 * while: between its turns the reader may do something else.
 */
export function* planFileTurns(
  text: string,
  context: PlanContext & { yaml?: ReadYaml },
): Generator<undefined, PlanFileReading> {
  const found = planSources(text);
  if (!found.ok) return found;
  const readings: PlanFileReading[] = [];
  for (const source of found.sources) {
    readings.push(...(yield* readSource(source, context)));
    yield;
  }
  const unread = readings.flatMap((reading) => (reading.ok ? [] : [reading.problem])).filter(isWorthTelling);
  const [first, ...others] = readings
    .filter((reading): reading is PlanRead => reading.ok)
    .map((reading) => (unread.length > 0 ? { ...reading, unread } : reading));
  if (!first) return readings[0] ?? problem('not_a_plan');
  return others.length > 0 ? { ...first, others } : first;
}

/** What stands around plans in fences need hold none. */
const isWorthTelling = ({ code }: PlanFileProblem) => code !== 'not_a_plan';

function* readSource(source: PlanSource, context: PlanContext & { yaml?: ReadYaml }): PlanFileTurns {
  if (source.kind === 'json') return yield* readData(source, context);
  if (source.kind === 'yaml' && context.yaml) {
    const yaml = context.yaml(source.text);
    yield;
    if (!yaml.ok && yaml.problem.code === 'yaml_too_large') return [yaml];
    const plans = yaml.ok ? yield* readValues(yaml.values, [...source.repairs, ...yaml.repairs], context) : [yaml];
    if (plans.some((plan) => plan.ok) || (!yaml.ok && isData(source.text))) return plans;
    const listed = yield* readLists(source, context);
    return listed.some((plan) => plan.ok) ? listed : plans;
  }
  return yield* readLists(source, context);
}

/** Whether a text that is no sound YAML was meant to be: a list of words has no fields of steps below each other. */
const isData = (text: string) =>
  holdsMore(
    text,
    /^(?:[ \t]+|[ \t]*-[ \t]+)(?:id|description|title|name|task|content|status|depends_on|dependencies):[ \t]/gm,
    1,
  );

function* readLists({ text, repairs }: PlanSource, context: PlanContext): PlanFileTurns {
  if (holdsTooMany(text)) return [problem('too_many_steps', { limit: limits.steps }, 'steps')];
  if (holdsMore(text, /\n/g, limits.lines)) return [problem('too_many_lines', { limit: limits.lines })];
  const lists = readTaskLists(text);
  yield;
  const readings: PlanFileReading[] = [];
  for (const { draft, repairs: told } of plansInList(lists)) {
    const reading = yield* planOfDraft(
      draft,
      lists.isSheet ? sheetShape : markdownShape,
      [...repairs, ...told],
      context,
    );
    readings.push(reading.ok ? { ...reading, lines: lists.uses } : reading);
  }
  return readings.length > 0 ? readings : [problem('not_a_plan')];
}

function* readData({ text, repairs }: PlanSource, context: PlanContext): PlanFileTurns {
  const json = readJson(text);
  yield;
  if (json.ok) return yield* readValues([json.value], [...repairs, ...json.repairs], context);
  const lines = readLines(text);
  return lines ? yield* readValues([lines], [...repairs, ...duplicateKeys(text)], context) : [json];
}

function* readValues(values: readonly unknown[], before: readonly Repair[], context: PlanContext): PlanFileTurns {
  let repairs = [...before];
  const found: ValuedPlan[] = [];
  for (const [nth, value] of values.entries()) {
    const clean = cleaned(value);
    if (!clean.ok) return [clean];
    yield;
    const words = plannedWords(clean.value);
    const { plans, beside } = words ? { plans: [], beside: words.beside } : plansInValue(clean.value);
    const left = words || plans.length > 0 ? beside : { [`[${nth}]`]: value };
    repairs = [...repairs, ...clean.repairs, ...Object.entries(left).map(leftOut)];
    if (words) return yield* readLists({ kind: 'markdown', text: words.text, repairs }, context);
    found.push(...plans);
  }
  const readings: PlanFileReading[] = [];
  for (const { raw, shape } of found) readings.push(yield* planOfDraft(raw, shape, repairs, context));
  return readings.length > 0 ? readings : [problem('unknown_shape')];
}

const leftOut = ([path, value]: [string, unknown]): Repair => ({
  ...{ code: 'unknown_field', path, to: '' },
  from: excerpt(value),
});

/** Counted before the text is taken apart, which takes long where there are millions. */
function holdsTooMany(text: string): boolean {
  return holdsMore(text, /^[ \t>]*(?:[-*+•]|\d+[.)])[ \t]/gm, 5 * limits.steps);
}

function holdsMore(text: string, sought: RegExp, most: number): boolean {
  let count = 0;
  while (count <= most && sought.test(text)) count += 1;
  return count > most;
}

function problem(code: PlanFileProblem['code'], params: PlanFileProblem['params'] = {}, path = ''): PlanFileReading {
  return { ok: false, problem: { code, path, params } };
}

/** The values of JSON Lines: an object on each line that is not blank, and two of them at least. Else null. */
export function readLines(text: string): unknown[] | null {
  const values: unknown[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue;
    if (!/^\s*\{.*\}\s*$/.test(line)) return null;
    const value = parseJson(line);
    if (value === undefined) return null;
    values.push(value);
  }
  return values.length > 1 ? values : null;
}

/** A plan that an agent's thought holds as a text of bullets, and by name what else the thought says; null without one. */
function plannedWords(value: unknown): { text: string; beside: Draft } | null {
  if (!isRecord(value)) return null;
  const { thoughts, ...outer } = value;
  const { plan, ...said } = isRecord(thoughts) ? thoughts : value;
  if (typeof plan !== 'string' || !/^\s*(?:[-*•]|\d+[.)])/m.test(plan)) return null;
  if (!isRecord(thoughts)) return { text: plan, beside: said };
  const inner = Object.entries(said).map(([name, words]) => [`thoughts.${name}`, words] as const);
  return { text: plan, beside: { ...outer, ...Object.fromEntries(inner) } };
}

const unsafe: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Cleaned = { ok: true; value: unknown; repairs: Repair[] } | { ok: false; problem: PlanFileProblem };

/** A copy of parsed JSON without the keys that could reach into an object's prototype (R2.6). Expects limited depth. */
export function cleaned(value: unknown): Cleaned {
  const repairs: Repair[] = [];
  const trail: (string | number)[] = [];
  const infinite: string[] = [];
  const copyAt = (key: string | number, node: unknown): unknown => {
    trail.push(key);
    const safe = copy(node);
    trail.pop();
    return safe;
  };
  const copy = (node: unknown): unknown => {
    if (typeof node === 'number' && !Number.isFinite(node)) infinite.push(pathText(trail));
    if (Array.isArray(node)) return node.map((item, at) => copyAt(at, item));
    if (typeof node !== 'object' || node === null) return node;
    const kept: [string, unknown][] = [];
    for (const [key, item] of Object.entries(node)) {
      if (unsafe.has(key)) repairs.push({ code: 'unsafe_key', path: pathText([...trail, key]), from: key, to: '' });
      else kept.push([key, copyAt(key, item)]);
    }
    return Object.fromEntries(kept);
  };
  const safe = copy(value);
  const [place] = infinite;
  if (place === undefined) return { ok: true, value: safe, repairs };
  return { ok: false, problem: { code: 'number_too_large', path: place, params: {} } };
}

const Texts = z.object({ en: z.string().min(1), zh: z.string().min(1) });

/** What lies beside the `plan.json` files of the shipped templates: their names, for a file holds a plan only (R2.9). */
export const TemplateIndex = z.array(
  z.object({ id: z.string().regex(/^[a-z0-9-]+$/), name: Texts, description: Texts }),
);
