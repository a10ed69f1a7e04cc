import type { Result } from '../values/result.ts';
import type { JsonObject } from '../values/json.ts';
import { type Plan, emptyPlan } from './plan.ts';
import { findDependencyCycle, orderConflict, markBlocked } from './plan-graph.ts';
import { referencedStepIds } from './references.ts';
import { setDependency } from './set-dependency.ts';
import { isReliablyDone, isDoubtful } from './doubtful-steps.ts';
import { hasEnded, isUnstarted, type Step } from './step.ts';

/** The fields that a person may change in a step that has not started. */
interface StepChange {
  description?: string;
  tool?: string | null;
  parameters?: JsonObject | null;
  dependencies?: string[];
  expected_output?: string | null;
}

export type PlanEdit =
  | { kind: 'move'; id: string; to: number }
  | { kind: 'change'; id: string; change: StepChange }
  | { kind: 'add'; id: string; description: string; at: number | null }
  /** Adds a dependency on another step; `release` removes it. */
  | { kind: 'depend'; id: string; on: string }
  | { kind: 'release'; id: string; on: string }
  | { kind: 'delete'; id: string }
  /** Skips the step, and with it the steps in `more`, which cannot be done without it. */
  | { kind: 'skip'; id: string; more?: readonly string[] }
  /** Marks an ended step as done: as it is, or with a result written by the person. */
  | { kind: 'accept'; id: string; result?: string }
  /** Removes the dependencies on steps that will not be done or are doubtful. */
  | { kind: 'without'; id: string }
  | { kind: 'retry'; id: string };

/** Why an edit is refused: a code and the steps it concerns; the ui words it in the reader's language. */
export interface EditError {
  code:
    | 'unknown_step'
    | 'duplicate_id'
    | 'already_started'
    | 'changed_since'
    | 'keeps_place'
    | 'order_contradicts'
    | 'still_needed'
    | 'unknown_dependency'
    | 'cycle'
    | 'already_depends'
    | 'not_dependent'
    | 'uses_result'
    | 'last_dependency'
    | 'not_failed'
    | 'empty_description';
  step: string;
  other: string;
}

type EditResult = Result<Plan, EditError>;

const refuse = (code: EditError['code'], step: string, other = ''): EditResult => ({
  ok: false,
  error: { code, step, other },
});

/**
 * Applies one edit by the person; a refused edit leaves the plan unchanged. A step that has begun can be edited only
 * while the plan is paused, and then starts over. `at` is the time, ISO. A valid plan stays valid: a completed plan
 * with a step to do again becomes `paused`, and times never move backwards.
 */
export function applyEdit(plan: Plan, edit: PlanEdit, at: string): EditResult {
  if (edit.kind === 'add') return add(plan, edit, at);
  const index = plan.steps.findIndex((step) => step.id === edit.id);
  const step = plan.steps[index];
  if (!step) return refuse('unknown_step', edit.id);
  const isHeldStep = isHeldByPause(plan, step);
  if (edit.kind === 'retry') {
    if (!isHeldStep && step.status !== 'failed' && step.status !== 'skipped' && !isDoubtful(step))
      return refuse('not_failed', step.description);
    return settle(plan, replace(plan.steps, index, resetStep(step)), at);
  }
  if (edit.kind === 'accept') return accept(plan, index, step, edit.result?.trim(), at);
  if (edit.kind === 'change' && step.status === 'failed') return change(plan, index, resetStep(step), edit.change, at);
  if (edit.kind === 'skip' && (step.status === 'failed' || isDoubtful(step) || edit.more)) {
    const all = new Set([edit.id, ...(edit.more ?? [])]);
    const isSkippable = (each: Step) =>
      all.has(each.id) && (isUnstarted(each) || each.status === 'failed' || isDoubtful(each));
    return settle(
      plan,
      plan.steps.map((each) => (isSkippable(each) ? skipped(each, at) : each)),
      at,
    );
  }
  if (isHeldStep && edit.kind === 'change') return change(plan, index, resetStep(step), edit.change, at);
  if (isHeldStep && edit.kind === 'skip') return settle(plan, replace(plan.steps, index, skipped(step, at)), at);
  if (!isUnstarted(step)) return refuse(edit.kind === 'move' ? 'keeps_place' : 'already_started', step.description);
  switch (edit.kind) {
    case 'move':
      return move(plan, index, step, edit.to, at);
    case 'change':
      return change(plan, index, step, edit.change, at);
    case 'depend':
    case 'release': {
      const result = setDependency(plan.steps, step.id, edit.on, edit.kind === 'depend');
      return result.ok ? settle(plan, result.value, at) : result;
    }
    case 'without':
      return without(plan, index, step, at);
    case 'delete': {
      const user = plan.steps.find((other) => other.dependencies.includes(step.id));
      if (user) return refuse('still_needed', step.description, user.description);
      return settle(
        plan,
        plan.steps.filter((other) => other !== step),
        at,
      );
    }
    case 'skip':
      return settle(plan, replace(plan.steps, index, skipped(step, at)), at);
  }
}

/** True if the step has begun in a paused plan: it may then be skipped, changed, or started over. */
export function isHeldByPause({ status }: Pick<Plan, 'status'>, step: Step): boolean {
  return status === 'paused' && step.status === 'running';
}

function accept(plan: Plan, index: number, step: Step, result: string | undefined, at: string): EditResult {
  if (step.status !== 'failed' && !isDoubtful(step) && !(result && (isUnstarted(step) || step.status === 'skipped')))
    return refuse('not_failed', step.description);
  const acceptedStep: Step = {
    ...step,
    status: 'completed',
    error: null,
    result: result ?? step.reason?.params.said ?? null,
    ended_at: endOf(step, at),
    ...(result !== undefined && { output: result, edited_by_person: true }),
  };
  delete acceptedStep.reason;
  if (result !== undefined) delete acceptedStep.full_result;
  /** Records that the step was accepted as it was, so that it does not look like proven work. */
  if (result === undefined)
    acceptedStep.reason = {
      code: 'accepted',
      params: acceptedStep.result === null ? {} : { said: acceptedStep.result },
    };
  return settle(plan, replace(plan.steps, index, acceptedStep), at);
}

/** Removes the dependencies on steps that will not be done; a call that references the result of one is dropped. */
function without(plan: Plan, index: number, step: Step, at: string): EditResult {
  const ready = new Set(plan.steps.flatMap((each) => (willBeDone(each) ? [each.id] : [])));
  const lostDependencies = step.dependencies.filter((id) => !ready.has(id));
  if (lostDependencies.length === 0) return refuse('not_dependent', step.description);
  const next: Step = { ...step, edited_by_person: true, dependencies: step.dependencies.filter((id) => ready.has(id)) };
  if (step.parameters && referencedStepIds(step.parameters).some((id) => lostDependencies.includes(id)))
    delete next.parameters;
  return settle(plan, replace(plan.steps, index, next), at);
}

const willBeDone = (step: Step) => isReliablyDone(step) || step.status === 'running' || step.status === 'pending';

function skipped(step: Step, at: string): Step {
  const inner = step.status === 'running' && step.plan;
  const skipUnlessEnded = (each: Step) => (hasEnded(each) ? each : skipped(each, at));
  return {
    ...step,
    reason: undefined,
    full_result: undefined,
    error: null,
    ...(inner && { plan: { ...inner, steps: inner.steps.map(skipUnlessEnded) } }),
    status: 'skipped',
    ended_at: endOf(step, at),
  };
}

/** The step reset to be run again; steps of its sub-plan that are done stay done. */
export function resetStep(step: Step): Step {
  const fresh: Step = { ...step, status: 'pending', error: null, result: null, started_at: null, ended_at: null };
  delete fresh.reason;
  delete fresh.full_result;
  delete fresh.output;
  delete fresh.progress;
  if (step.plan) {
    const steps = step.plan.steps.map((inner) => (isReliablyDone(inner) ? inner : resetStep(inner)));
    fresh.plan = { ...step.plan, status: 'planning', steps };
  }
  return fresh;
}

function add(plan: Plan, edit: Extract<PlanEdit, { kind: 'add' }>, at: string): EditResult {
  if (!edit.description.trim()) return refuse('empty_description', edit.id);
  if (plan.steps.some((other) => other.id === edit.id)) return refuse('duplicate_id', edit.id);
  const step: Step = { ...newStep(edit.id, edit.description.trim()), edited_by_person: true, in_order: true };
  const place = Math.max(firstMovable(plan.steps), edit.at ?? plan.steps.length);
  return settle(plan, [...plan.steps.slice(0, place), step, ...plan.steps.slice(place)], at);
}

function move(plan: Plan, from: number, movedStep: Step, to: number, at: string): EditResult {
  const target = Math.max(0, Math.min(plan.steps.length - 1, to));
  const passedSteps = plan.steps.slice(Math.min(from, target), Math.max(from, target) + 1);
  const fixed = passedSteps.find((step) => !isUnstarted(step));
  if (fixed) return refuse('keeps_place', fixed.description);
  const rest = plan.steps.filter((other) => other !== movedStep);
  const steps = [...rest.slice(0, target), movedStep, ...rest.slice(target)];
  const conflict = target === from ? null : orderConflict(steps, movedStep.id);
  if (conflict) return refuse('order_contradicts', conflict.step.description, conflict.dependency.description);
  return settle(plan, steps, at);
}

function change(plan: Plan, index: number, step: Step, stepChange: StepChange, at: string): EditResult {
  if (stepChange.description !== undefined && !stepChange.description.trim())
    return refuse('empty_description', step.id);
  const next: Step = { ...step, edited_by_person: true };
  if (stepChange.description !== undefined) {
    next.description = stepChange.description.trim();
    if (withSingleSpaces(next.description) !== withSingleSpaces(step.description)) {
      delete next.expected_output;
      if (stepChange.parameters === undefined) dropCall(next);
    }
  }
  if (stepChange.dependencies !== undefined) next.dependencies = stepChange.dependencies;
  if (stepChange.tool !== undefined) next.tool = stepChange.tool === '' ? undefined : (stepChange.tool ?? undefined);
  if (stepChange.parameters !== undefined) next.parameters = stepChange.parameters ?? undefined;
  if (stepChange.expected_output !== undefined) next.expected_output = stepChange.expected_output ?? undefined;
  const known = new Set(plan.steps.map(({ id }) => id));
  const referred = stepChange.parameters ? referencedStepIds(stepChange.parameters, known) : [];
  next.dependencies = [...new Set([...next.dependencies, ...referred])];
  const unknown = next.dependencies.find((id) => !plan.steps.some((other) => other.id === id));
  if (unknown) return refuse('unknown_dependency', step.description, unknown);
  const steps = replace(plan.steps, index, next);
  const cycle = findDependencyCycle(steps);
  if (cycle) return refuse('cycle', step.description, cycle.join(' → '));
  const conflict = (stepChange.dependencies ?? stepChange.parameters) && orderConflict(steps, step.id);
  if (conflict) return refuse('order_contradicts', conflict.step.description, conflict.dependency.description);
  return settle(plan, steps, at);
}

const withSingleSpaces = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Removes the calls that were planned for other words, so that the model reads the new ones first. */
function dropCall(step: Step): void {
  delete step.tool;
  delete step.parameters;
  if (!step.plan) return;
  const steps = step.plan.steps.map((inner) => (isUnstarted(inner) ? { ...inner } : inner));
  steps.filter(isUnstarted).forEach(dropCall);
  step.plan = { ...step.plan, steps };
}

function settle(plan: Plan, steps: Step[], at: string): EditResult {
  const reopened = plan.status === 'completed' && steps.some(isUnstarted);
  const status = reopened ? 'paused' : plan.status;
  return { ok: true, value: { ...plan, status, steps: markBlocked(steps), updated_at: later(plan.updated_at, at) } };
}

function endOf(step: Step, at: string): string {
  return step.started_at === null ? at : later(step.started_at, at);
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

function replace(steps: readonly Step[], index: number, step: Step): Step[] {
  return steps.map((old, at) => (at === index ? step : old));
}

function firstMovable(steps: readonly Step[]): number {
  return steps.reduce((place, step, at) => (isUnstarted(step) ? place : at + 1), 0);
}

/** A pending step with nothing but its description. */
export function newStep(id: string, description: string): Step {
  return {
    id,
    description,
    status: 'pending',
    dependencies: [],
    result: null,
    error: null,
    attempts: 0,
    started_at: null,
    ended_at: null,
  };
}

/** A copy of the plan with no step started and none edited by a person, created at `at` under another id. */
export function unstartedPlan(plan: Plan, id: string, at: string): Plan {
  return { ...emptyPlan(id, plan.goal, at), status: 'paused', steps: plan.steps.map(unstartedStep) };
}

function unstartedStep(step: Step): Step {
  const { id, description, tool, parameters, dependencies, expected_output, in_order, plan } = step;
  return {
    ...newStep(id, description),
    dependencies,
    ...(tool !== undefined && { tool }),
    ...(parameters && { parameters }),
    ...(expected_output !== undefined && { expected_output }),
    ...(in_order !== undefined && { in_order }),
    ...(plan && { plan: { goal: plan.goal, status: 'paused', steps: plan.steps.map(unstartedStep) } }),
  };
}
