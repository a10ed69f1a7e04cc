import type { ImportedTaskWording } from '../imported-task-wording.ts';
import { Plan, planErrors } from '../../plan/plan.ts';
import { withImpliedDependencies } from '../../plan/references.ts';
import type { Step } from '../../plan/step.ts';
import { oneLineExcerpt, importLimits } from './limits.ts';
import { orderFieldNames } from './field-names.ts';
import { RepairLog } from './repair-log.ts';
import { repairPlan } from './repair-plan.ts';
import type { PlanDraft } from './own-names.ts';
import { parseFieldPath, type Repair, type JsonPath } from './repair.ts';
import type { PlanFileError } from './plan-file-error.ts';
import type { PlanFileReading } from './plan-file-reading.ts';
import { keyedStepsRepairCode, stepsById, type PlanShape } from './plan-shape.ts';
import type * as z from 'zod';
import { isRecord } from '../../values/json.ts';

/** Defaults for what a file may omit: the id of the plan, and the time of the import (ISO 8601). */
export interface DraftDefaults {
  planId: string;
  at: string;
  exported?: ImportedTaskWording;
}

/** Returns a valid plan from the fields of a file, whose steps are under `steps`; or why there is none. */
export function* planOfDraft(
  file: PlanDraft,
  shape: PlanShape,
  before: readonly Repair[],
  context: DraftDefaults,
): Generator<undefined, PlanFileReading> {
  const { steps: written, ...rest } = file;
  const byId = stepsById(written);
  const steps = byId ?? written;
  const order = shape.foreign && Array.isArray(steps) ? orderOf(steps) : null;
  const mending = new RepairLog(shape, before, order);
  if (shape.name === 'plan' && rest.version !== 1) {
    if (typeof rest.version !== 'string' || Number(rest.version) !== 1)
      return refused('unknown_version', 'version', { value: oneLineExcerpt(rest.version) });
    mending.note('version', ['version'], rest.version, 1);
  }
  if (steps === undefined) return refused('missing', mending.spell(['steps']));
  if (!Array.isArray(steps)) return refused('no_step_list', mending.spell(['steps']), { value: oneLineExcerpt(steps) });
  if (byId) mending.note(keyedStepsRepairCode(written), ['steps']);
  if (steps.length === 0 && shape.name !== 'plan') return refused('no_steps', mending.spell(['steps']));
  const size = sizeProblem(steps, mending);
  if (size) return { ok: false, error: size };
  const draft = repairPlan({ ...rest, steps }, context, mending);
  yield;
  const parsedPlan = Plan.safeParse(draft);
  if (!parsedPlan.success) return { ok: false, error: schemaProblem(parsedPlan.error, draft, mending) };
  yield;
  const error = blankStep(parsedPlan.data, mending) ?? unsound(parsedPlan.data, mending);
  if (error) return { ok: false, error };
  return {
    ok: true,
    plan: arrived(linked(inOrder(parsedPlan.data, steps, mending), mending)),
    shape: shape.name,
    repairs: mending.repairs,
  };
}

function refused(code: PlanFileError['code'], path = '', params: PlanFileError['params'] = {}): PlanFileReading {
  return { ok: false, error: { code, path, params } };
}

/**
 * Returns an error for a step without text, or null. Cairn's own files may contain such a step; in other files it is
 * refused.
 */
function blankStep(plan: Plan, mending: RepairLog): PlanFileError | null {
  const blankIndex = plan.steps.findIndex((step) => step.description.trim() === '');
  if (blankIndex < 0 || mending.shape.name === 'plan') return null;
  return { code: 'blank', path: mending.spell(['steps', blankIndex, 'description']), params: {} };
}

function unsound(plan: Plan, mending: RepairLog): PlanFileError | null {
  const error = planErrors(plan)[0];
  return error
    ? {
        code: error.code,
        path: mending.spell(parseFieldPath(error.path)),
        params: { name: oneLineExcerpt(error.name) },
      }
    : null;
}

/** Returns the field that numbers every step of a file, in digits or in words such as `Step 2`; or null. */
function orderOf(steps: readonly unknown[]): string | null {
  return orderFieldNames.find((name) => steps.every((step) => numberOf(step, name) !== null)) ?? null;
}

function numberOf(step: unknown, name: string): number | null {
  const value = typeof step === 'object' && step !== null ? (step as PlanDraft)[name] : undefined;
  if (typeof value === 'number') return value;
  const digits =
    typeof value === 'string'
      ? /^(?:step|步[骤驟]|第)?\s*#?(\d+(?:\.\d+)?)\s*步?[.)]?$/i.exec(value.trim())?.[1]
      : undefined;
  return digits === undefined ? null : Number(digits);
}

/** Returns the plan with its steps in the order of the file's numbers. */
function inOrder(plan: Plan, raw: readonly unknown[], mending: RepairLog): Plan {
  const { order } = mending;
  if (order === null) return plan;
  const numbers = raw.map((step) => numberOf(step, order) ?? 0);
  if (numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? number))) return plan;
  mending.note('sorted', ['steps'], order);
  const steps = plan.steps
    .map((step, at) => ({ step, number: numbers[at] ?? 0 }))
    .sort((a, b) => a.number - b.number)
    .map(({ step }) => step);
  return { ...plan, steps };
}

/** Returns the plan in which each step waits for those whose results it uses, as it will when it is carried out. */
function linked(plan: Plan, mending: RepairLog): Plan {
  const steps = withImpliedDependencies(plan.steps);
  noteLinks(plan.steps, steps, { place: [], number: '' }, mending);
  return { ...plan, steps };
}

function noteLinks(
  before: readonly Step[],
  after: readonly Step[],
  { place, number }: { place: JsonPath; number: string },
  mending: RepairLog,
): void {
  const numberOf = new Map(after.map(({ id }, at) => [id, `${number}${at + 1}`]));
  for (const [at, step] of after.entries()) {
    const here = [...place, 'steps', at];
    const statedDependencies = new Set(before[at]?.dependencies);
    for (const id of step.dependencies)
      if (!statedDependencies.has(id)) mending.note('implied', here, id, numberOf.get(id));
    const inner = before[at]?.plan;
    const within = { place: [...here, 'plan'], number: `${number}${at + 1}.` };
    if (inner && step.plan) noteLinks(inner.steps, step.plan.steps, within, mending);
  }
}

function arrived(plan: Plan): Plan {
  const hasEnded = plan.status === 'completed' || plan.status === 'failed' || plan.status === 'cancelled';
  return hasEnded ? plan : { ...plan, status: 'paused' };
}

const typeCodes = new Map<string, PlanFileError['code']>([
  ['string', 'not_text'],
  ['array', 'no_step_list'],
  ['boolean', 'not_yes_or_no'],
  ['number', 'not_a_count'],
  ['int', 'not_a_count'],
]);

/**
 * Returns the first error that the plan's schema finds in a draft, with its place in the file's own names. A missing
 * goal is reported at the steps, since it is derived from them.
 */
function schemaProblem(error: z.core.$ZodError, draft: unknown, mending: RepairLog): PlanFileError {
  const [first] = error.issues;
  const isUnmade = first?.path[0] === 'goal' && valueAt(draft, ['goal']) === undefined;
  const issue = (isUnmade ? error.issues.find(({ path }) => path[0] === 'steps') : null) ?? first;
  const place = (issue?.path ?? []) as JsonPath;
  const value = valueAt(draft, place);
  const name = value === undefined ? mending.misspelt(place) : undefined;
  if (name !== undefined)
    return { code: 'misspelt', path: mending.spell(place), params: { name: oneLineExcerpt(name) } };
  return {
    code: issue ? codeOf(issue, place, value) : 'unknown_shape',
    path: mending.spell(place),
    params: { value: oneLineExcerpt(value), ...(issue?.code === 'too_big' ? { limit: Number(issue.maximum) } : {}) },
  };
}

function codeOf(issue: z.core.$ZodIssue, place: JsonPath, value: unknown): PlanFileError['code'] {
  const field = place.at(-1);
  if (value === undefined) return 'missing';
  if (field === 'dependencies') return 'no_id_list';
  if (typeof field === 'number' && place.at(-2) === 'steps') return 'not_a_step';
  if (field === 'status') return typeof place.at(-2) === 'number' ? 'bad_status' : 'bad_plan_status';
  if (typeof field === 'string' && field.endsWith('_at')) return 'bad_time';
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'blank' : 'not_a_count';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'not_a_count';
  return issue.code === 'invalid_type' ? (typeCodes.get(issue.expected) ?? 'not_an_object') : 'unknown_shape';
}

function valueAt(root: unknown, place: JsonPath): unknown {
  let node = root;
  for (const key of place) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string | number, unknown>)[key];
  }
  return node;
}

/** Returns an error if a file exceeds a limit, else null. Counts the steps of plans within steps, too. */
function sizeProblem(steps: readonly unknown[], mending: RepairLog): PlanFileError | null {
  let count = 0;
  const visit = (list: readonly unknown[], place: JsonPath, depth: number): PlanFileError | null => {
    count += list.length;
    if (count > importLimits.steps) return error('too_many_steps', place, importLimits.steps);
    for (const [at, step] of list.entries()) {
      const nested: unknown = isRecord(step) ? step.plan : null;
      if (!isRecord(nested)) continue;
      const here = [...place, at, 'plan'];
      if (depth === importLimits.nestedPlans) return error('nested_too_deep', here, importLimits.nestedPlans);
      const within = stepsById(nested.steps) ?? nested.steps;
      const inner = Array.isArray(within) ? visit(within, [...here, 'steps'], depth + 1) : null;
      if (inner) return inner;
    }
    return null;
  };
  const error = (code: PlanFileError['code'], place: JsonPath, limit: number): PlanFileError => ({
    code,
    path: mending.spell(place),
    params: { limit },
  });
  return visit(steps, ['steps'], 0);
}
