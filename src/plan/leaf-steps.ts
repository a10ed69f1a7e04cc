import { declaresDependencies, markBlocked } from './plan-graph.ts';
import { isDoubtful } from './doubtful-steps.ts';
import { hasEnded, isUnstarted, type Step, type SubPlan } from './step.ts';

/** The separator in the id of a step within a sub-plan: `step_2/first`. */
export const subPlanIdSeparator = '/';

/**
 * The steps that are run, in order: a step with a sub-plan is replaced by its sub-plan's steps. Those run one
 * after another unless they declare dependencies, and all of them before anything that depends on the outer step.
 */
export function leafSteps(steps: readonly Step[]): Step[] {
  return steps.some((step) => step.plan) ? leavesOf(steps, '', [], ordersAnything(steps)) : [...steps];
}

function ordersAnything(steps: readonly Step[]): boolean {
  return declaresDependencies(steps) || steps.some((step) => step.plan && ordersAnything(step.plan.steps));
}

/**
 * The leaf steps of one level; without declared dependencies, each waits for those before it to end, successfully or
 * not.
 */
function leavesOf(steps: readonly Step[], prefix: string, before: readonly string[], ordered: boolean): Step[] {
  const own = declaresDependencies(steps);
  const names = new Map(steps.map((step) => [step.id, namesOf(step, prefix)]));
  const leaves: Step[] = [];
  let previous = before;
  for (const step of steps) {
    const leafDependencies = step.dependencies.flatMap((id) => names.get(id) ?? [prefix + id]);
    const needs = !ordered ? [] : leafDependencies.length > 0 ? leafDependencies : own ? before : previous;
    const id = prefix + step.id;
    const parts = holdsSteps(step)
      ? leavesOf(step.plan.steps, id + subPlanIdSeparator, needs, ordered)
      : [{ ...step, id, dependencies: [...needs] }];
    leaves.push(...parts);
    previous = [...before, ...parts.filter((leaf) => !hasEnded(leaf)).map((leaf) => leaf.id)];
  }
  return leaves;
}

/** The ids of the leaf steps that replace a step. */
function namesOf(step: Step, prefix: string): string[] {
  const id = prefix + step.id;
  return holdsSteps(step) ? step.plan.steps.flatMap((inner) => namesOf(inner, id + subPlanIdSeparator)) : [id];
}

function holdsSteps(step: Step): step is Step & { plan: SubPlan } {
  return step.plan !== undefined && step.plan.steps.length > 0 && !hasEnded(step);
}

/** The step with this id, including those in sub-plans. */
export function findStep(steps: readonly Step[], id: string): Step | undefined {
  const direct = steps.find((step) => step.id === id);
  if (direct) return direct;
  const parent = steps.find((step) => step.plan && id.startsWith(step.id + subPlanIdSeparator));
  return parent?.plan && findStep(parent.plan.steps, id.slice(parent.id.length + subPlanIdSeparator.length));
}

/**
 * The place of a step as it is shown: 3, or 3.2 for the second step of the third one's sub-plan; 0 if it is not there.
 */
export function numberInPlan(steps: readonly Step[], id: string): string {
  const stepIndex = steps.findIndex(
    (step) => step.id === id || (step.plan && id.startsWith(step.id + subPlanIdSeparator)),
  );
  const step = steps[stepIndex];
  if (!step?.plan || step.id === id) return String(stepIndex + 1);
  return `${stepIndex + 1}.${numberInPlan(step.plan.steps, id.slice(step.id.length + subPlanIdSeparator.length))}`;
}

/** The steps that a step may reference: its siblings first, then those of the enclosing levels. */
export function referenceableSteps(steps: readonly Step[], id: string): Step[] {
  const parent = steps.find((step) => step.plan && id.startsWith(step.id + subPlanIdSeparator));
  if (!parent?.plan) return [...steps];
  return [...referenceableSteps(parent.plan.steps, id.slice(parent.id.length + subPlanIdSeparator.length)), ...steps];
}

/**
 * The steps with one of them changed, including those in sub-plans; each enclosing step's status is updated to match.
 */
export function changeStep(steps: readonly Step[], id: string, at: string, change: (step: Step) => Step): Step[] {
  return steps.map((step) => {
    if (step.id === id) return change(step);
    if (!step.plan || !id.startsWith(step.id + subPlanIdSeparator)) return step;
    const inner = changeStep(step.plan.steps, id.slice(step.id.length + subPlanIdSeparator.length), at, change);
    return lifted(step, step.plan, markBlocked(inner), at);
  });
}

/**
 * The enclosing step with its status derived from its sub-plan: it runs from the start of the first inner step to the
 * end of the last one that can run, fails if one of them failed, and is doubtful if one of them is; inner steps that
 * can no longer run are skipped.
 */
function lifted(step: Step, plan: SubPlan, inner: readonly Step[], at: string): Step {
  const steps = [...inner];
  const hasBegunSteps = steps.some((each) => !isUnstarted(each));
  const over = steps.every((each) => hasEnded(each) || each.status === 'blocked');
  if (!over)
    return hasBegunSteps
      ? { ...step, status: 'running', started_at: step.started_at ?? at, plan: { ...plan, status: 'running', steps } }
      : { ...step, plan: { ...plan, steps } };
  const endedSteps = steps.map((each): Step => (hasEnded(each) ? each : { ...each, status: 'skipped', ended_at: at }));
  const failedStep = endedSteps.find((each) => each.status === 'failed');
  const doubtful = endedSteps.find(isDoubtful);
  const result = (doubtful ?? endedSteps.findLast((each) => each.result))?.result ?? null;
  return failedStep
    ? {
        ...step,
        status: 'failed',
        error: failedStep.error,
        ended_at: at,
        plan: { ...plan, status: 'failed', steps: endedSteps },
      }
    : {
        ...step,
        status: doubtful?.status ?? 'completed',
        result,
        ...(doubtful && { reason: doubtful.reason }),
        ended_at: at,
        plan: { ...plan, status: 'completed', steps: endedSteps },
      };
}
