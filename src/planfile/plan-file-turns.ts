import { readTaskLists } from '../task-lists/read-task-lists.ts';
import { limits } from './limits.ts';
import { cleaned } from './cleaned.ts';
import { type PlanContext, planOfDraft } from './plan-of-draft.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { PlanFileReading, PlanRead } from './plan-file-reading.ts';
import { markdownShape } from './plan-shape.ts';
import { type PlanSource, planSources } from './plan-sources.ts';
import { plansInList } from './plans-in-list.ts';
import { plansInValue } from './plans-in-value.ts';
import { readJson } from './read-json.ts';
import { readLines } from './read-lines.ts';
import type { Repair } from './repair.ts';

/** Reads YAML: the values of its documents, or where it is broken. Never throws. */
export type ReadYaml = (text: string) => { ok: true; values: unknown[] } | { ok: false; line: number; column: number };

type PlanFileTurns = Generator<undefined, PlanFileReading[]>;

/**
 * Reads a plan from the text of a file: `plan.json`, one of the foreign shapes of R2.5, or a list. Slips are repaired and each
 * repair is listed; what cannot be read is refused with its place (R2.6). The plan is sound (R2.3), and one that had not ended
 * arrives `paused`, all else as the file has it (R2.7); further plans of the file stand beside it. Reading a long file takes a
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
  const plans = readings.filter((reading): reading is PlanRead => reading.ok);
  const [first, ...others] = plans;
  if (!first) return readings[0] ?? problem('not_a_plan');
  return others.length > 0 ? { ...first, others } : first;
}

function* readSource(source: PlanSource, context: PlanContext & { yaml?: ReadYaml }): PlanFileTurns {
  if (source.kind === 'json') return yield* readData(source, context);
  if (source.kind === 'yaml' && context.yaml) {
    const yaml = context.yaml(source.text);
    yield;
    const plans = yaml.ok ? yield* readValues(yaml.values, source.repairs, context) : [];
    if (plans.some((plan) => plan.ok)) return plans;
    const listed = yield* readLists(source, context);
    if (listed.some((plan) => plan.ok)) return listed;
    return yaml.ok ? plans : [problem('bad_yaml', { line: yaml.line, column: yaml.column })];
  }
  return yield* readLists(source, context);
}

function* readLists({ text, repairs }: PlanSource, context: PlanContext): PlanFileTurns {
  if (holdsTooMany(text)) return [problem('too_many_steps', { limit: limits.steps }, 'steps')];
  const lists = readTaskLists(text);
  yield;
  const readings: PlanFileReading[] = [];
  for (const { draft, repairs: told } of plansInList(lists)) {
    const reading = yield* planOfDraft(draft, markdownShape, [...repairs, ...told], context);
    readings.push(reading.ok ? { ...reading, lines: lists.uses } : reading);
  }
  return readings.length > 0 ? readings : [problem('not_a_plan')];
}

function* readData({ text, repairs }: PlanSource, context: PlanContext): PlanFileTurns {
  const json = readJson(text);
  yield;
  if (json.ok) return yield* readValues([json.value], [...repairs, ...json.repairs], context);
  const lines = readLines(text);
  return lines ? yield* readValues([lines], repairs, context) : [json];
}

function* readValues(values: readonly unknown[], before: readonly Repair[], context: PlanContext): PlanFileTurns {
  const readings: PlanFileReading[] = [];
  for (const value of values) {
    const clean = cleaned(value);
    if (!clean.ok) return [clean];
    yield;
    const words = plannedWords(clean.value);
    if (words !== null) return yield* readLists({ kind: 'markdown', text: words, repairs: [] }, context);
    for (const { raw, shape } of plansInValue(clean.value))
      readings.push(yield* planOfDraft(raw, shape, [...before, ...clean.repairs], context));
  }
  return readings.length > 0 ? readings : [problem('unknown_shape')];
}

/** The plan that a thought of an agent holds as a text of bullets, beside its other words. */
function plannedWords(value: unknown): string | null {
  const outer = value as { thoughts?: { plan?: unknown }; plan?: unknown } | null;
  const plan = outer?.thoughts?.plan ?? outer?.plan;
  return typeof plan === 'string' && /^\s*(?:[-*•]|\d+[.)])/m.test(plan) ? plan : null;
}

/** Counted before the text is taken apart, which takes long where there are millions. */
function holdsTooMany(text: string): boolean {
  const item = /^[ \t>]*(?:[-*+•]|\d+[.)])[ \t]/gm;
  let count = 0;
  while (count <= 5 * limits.steps && item.test(text)) count += 1;
  return count > 5 * limits.steps;
}

function problem(code: PlanFileProblem['code'], params: PlanFileProblem['params'] = {}, path = ''): PlanFileReading {
  return { ok: false, problem: { code, path, params } };
}
