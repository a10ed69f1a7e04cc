import { readTaskLists } from '../task-lists/read-task-lists.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { excerpt } from './excerpt.ts';
import { limits } from './limits.ts';
import { cleaned } from './cleaned.ts';
import { type PlanContext, planOfDraft } from './plan-of-draft.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { PlanFileReading, PlanRead } from './plan-file-reading.ts';
import { markdownShape, sheetShape } from './plan-shape.ts';
import { type PlanSource, planSources } from './plan-sources.ts';
import { plansInList } from './plans-in-list.ts';
import { plannedWords } from './planned-words.ts';
import { plansInValue, type ValuedPlan } from './plans-in-value.ts';
import { readJson } from './read-json.ts';
import { readLines } from './read-lines.ts';
import type { Repair } from './repair.ts';

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
