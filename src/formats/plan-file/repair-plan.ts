import { truncateText } from '../../values/truncate-text.ts';
import { isRecord } from '../../values/json.ts';
import { joinStepDescriptions } from '../../plan/descriptions-of.ts';
import type { StepStatus } from '../../plan/step.ts';
import { cairnStepFieldAliases, planFieldAliases, stepFieldAliases, stepFields } from './field-names.ts';
import { idAsText, resolveDependencies } from './resolve-dependencies.ts';
import { repairInstant, repairStatus } from './repair-instant.ts';
import { keyedStepsRepairCode, stepsById } from './plan-shape.ts';
import type { RepairLog } from './repair-log.ts';
import { type PlanDraft, renameFields } from './own-names.ts';
import type { JsonPath } from './repair.ts';
import { oneLineExcerpt } from './limits.ts';

const planFields = [
  'id',
  'goal',
  'status',
  'steps',
  'iteration_count',
  'step_count',
  'replan_count',
  'created_at',
  'updated_at',
] as const;
const nestedFields = ['goal', 'status', 'steps'] as const;
const endings: ReadonlySet<unknown> = new Set<StepStatus>(['completed', 'failed', 'skipped']);

/**
 * Returns a plan with Cairn's field names, after repairing small mistakes and recording each repair in `mending`.
 * Missing counts start at zero and missing times at `at`. Anything that cannot be repaired stays unchanged, so that the
 * schema rejects it.
 */
export function repairPlan(raw: object, context: { planId: string; at: string }, mending: RepairLog): PlanDraft {
  const plan = renameFields(raw, [], planFields, mending.shape.foreign ? planFieldAliases : {}, mending);
  mendBody(plan, [], mending);
  plan.id = idAsText(plan.id, ['id'], mending);
  if (plan.id === undefined || plan.id === null || plan.id === '') {
    plan.id = context.planId;
  }
  for (const field of ['created_at', 'updated_at']) repairInstant(plan, field, [], mending);
  plan.created_at ??= plan.updated_at ?? context.at;
  plan.updated_at ??= plan.created_at;
  for (const field of ['iteration_count', 'step_count', 'replan_count']) plan[field] ??= 0;
  return plan;
}

/** Repairs goal, steps and status, which a plan and a plan within a step have in common. */
function mendBody(plan: PlanDraft, place: JsonPath, mending: RepairLog, parent: unknown = null): void {
  const byId = stepsById(plan.steps);
  if (byId) mending.note(keyedStepsRepairCode(plan.steps), [...place, 'steps']);
  const writtenSteps = byId ?? plan.steps;
  if (!Array.isArray(writtenSteps)) return;
  const steps = writtenSteps.map((raw: unknown, at) => {
    const step = mendStep(raw, [...place, 'steps', at], mending);
    if (isRecord(step) && Array.isArray(step.plan) && mending.shape.foreign) {
      step.plan = { goal: step.description, steps: step.plan as unknown[] };
      mending.spellAs([...place, 'steps', at, 'plan', 'steps'], '');
    }
    if (isRecord(step) && isRecord(step.plan)) {
      const nestedPlace = [...place, 'steps', at, 'plan'];
      step.plan = renameFields(step.plan, nestedPlace, nestedFields, {}, mending);
      mendBody(step.plan as PlanDraft, nestedPlace, mending, step.id);
    }
    return step;
  });
  giveStatuses(steps, writtenSteps, place, mending);
  giveIds(steps, place, mending);
  resolveDependencies(steps, writtenSteps, place, mending, parent);
  plan.steps = steps;
  const drafts = steps.filter(isRecord);
  if ((plan.goal === undefined || plan.goal === null) && drafts.length > 0) {
    const firstLines = drafts.flatMap(({ description }) =>
      typeof description === 'string' ? description.split('\n', 1).map((line) => ({ description: line })) : [],
    );
    plan.goal = truncateText(joinStepDescriptions(firstLines), 300);
    mending.note('missing_goal', [...place, 'goal'], undefined, plan.goal);
  }
  const hasEnded = drafts.length > 0 && drafts.every((step) => endings.has(step.status));
  repairStatus('plan', plan, place, mending, hasEnded ? 'completed' : 'paused');
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Gives each step without a status the first one, in place; noted only if others of the list have one. */
function giveStatuses(
  steps: readonly unknown[],
  writtenSteps: readonly unknown[],
  place: JsonPath,
  mending: RepairLog,
): void {
  const isOdd = steps.some((step) => isRecord(step) && !isBlank(step.status));
  for (const [at, step] of steps.entries()) {
    if (!isRecord(step) || !isBlank(step.status)) continue;
    step.status = 'pending';
    if (isOdd && isRecord(writtenSteps[at]))
      mending.note('missing_status', [...place, 'steps', at, 'status'], undefined, step.status);
  }
}

/** Gives each step without an id one that is free, in place; noted only if others of the list have one. */
function giveIds(steps: readonly unknown[], place: JsonPath, mending: RepairLog): void {
  const takenIds = new Set<unknown>();
  for (const [at, step] of steps.entries()) {
    if (!isRecord(step)) continue;
    step.id = idAsText(step.id, [...place, 'steps', at, 'id'], mending);
    takenIds.add(step.id);
  }
  const isOdd = [...takenIds].some((id) => !isBlank(id));
  let next = 1;
  for (const [at, step] of steps.entries()) {
    if (!isRecord(step) || !isBlank(step.id)) continue;
    next = Math.max(next, at + 1);
    while (takenIds.has(`step_${next}`)) next += 1;
    step.id = `step_${next}`;
    if (isOdd) mending.note('missing_id', [...place, 'steps', at, 'id'], undefined, step.id);
    next += 1;
  }
}

/** Optional fields of a step, where null means absent. An `output` of null is a value. */
const optional: ReadonlySet<string> = new Set([
  'tool',
  'parameters',
  'expected_output',
  'full_result',
  'progress',
  'edited_by_person',
  'in_order',
  'plan',
]);

/**
 * Returns a step with Cairn's field names and its slips repaired, except its id. Anything that cannot be repaired
 * stays, so that the schema refuses it.
 */
function mendStep(raw: unknown, place: JsonPath, mending: RepairLog): unknown {
  if (typeof raw === 'string') {
    if (mending.shape.name !== 'list') mending.note('text_step', place, raw);
    return mendStep({ description: raw }, place, mending);
  }
  if (!isRecord(raw)) return raw;
  const { whole, more } = wordsBeside(raw, mending);
  const step = renameFields(
    whole,
    place,
    stepFields,
    mending.shape.foreign ? stepFieldAliases : cairnStepFieldAliases,
    mending,
  );
  if (!('description' in step) && mending.shape.name === 'todos') mending.spellAs([...place, 'description'], 'content');
  if (more.length > 0 && typeof step.description === 'string') step.description = joinTexts(step.description, more);
  if (typeof step.status === 'boolean' && mending.shape.foreign) {
    const stepStatus = step.status ? 'completed' : 'pending';
    mending.note('status', [...place, 'status'], step.status, stepStatus);
    step.status = stepStatus;
  }
  repairStatus('step', step, place, mending, null);
  mendResult(step, place, mending);
  for (const field of ['started_at', 'ended_at']) repairInstant(step, field, place, mending);
  if (step.tool === '') {
    mending.note('blank_field', [...place, 'tool']);
    step.tool = null;
  }
  Reflect.deleteProperty(step, 'reason');
  if (typeof step.full_result !== 'string' || !endings.has(step.status)) Reflect.deleteProperty(step, 'full_result');
  const statedFields = Object.entries(step).filter(([field, value]) => value !== null || !optional.has(field));
  return {
    ...Object.fromEntries(statedFields),
    dependencies: step.dependencies ?? [],
    error: step.error ?? null,
    attempts: step.attempts ?? 0,
  };
}

/**
 * Returns a step of a file without its additional texts (`whole`), and these texts (`more`): the description if the
 * step also has a title, and its details and notes.
 */
function wordsBeside(raw: object, mending: RepairLog): { whole: object; more: string[] } {
  if (!mending.shape.foreign) return { whole: raw, more: [] };
  const rest: PlanDraft = { ...raw };
  const text = (name: string) => (typeof rest[name] === 'string' && rest[name].trim() !== '' ? rest[name] : null);
  const firstFilledField = (names: readonly string[]) => names.find((name) => text(name) !== null);
  const title = firstFilledField(['title', 'name', 'task', '标题', '名称', '任务', '標題', '名稱', '任務']);
  const description =
    title === undefined ? undefined : firstFilledField(['description', '描述', '说明', '内容', '說明', '內容']);
  const more: string[] = [];
  for (const name of [description, 'details', 'notes', '详情', '备注', '詳情', '備註']) {
    const words = name === undefined ? null : text(name);
    if (name === undefined || words === null) continue;
    if (name === description || title === undefined || words !== rest[title]) more.push(words);
    Reflect.deleteProperty(rest, name);
  }
  return { whole: rest, more };
}

const joinTexts = (first: string, more: readonly string[]) =>
  [first, ...more.filter((words) => words !== first)].join('\n');

/** Moves a result that is not text to the step's output, and sets the result to its one-line form. */
function mendResult(step: PlanDraft, place: JsonPath, mending: RepairLog): void {
  const stepResult = step.result ?? null;
  if (stepResult === null || typeof stepResult === 'string') {
    step.result = stepResult === '' && mending.shape.name !== 'plan' ? null : stepResult;
    if (step.error === '' && mending.shape.name !== 'plan') step.error = null;
    return;
  }
  const line = oneLineExcerpt(stepResult);
  mending.note('result_as_text', [...place, 'result'], stepResult, line);
  step.output ??= stepResult;
  step.result = line;
}
