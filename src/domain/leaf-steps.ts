import { declaresDependencies } from './plan-graph.ts';
import type { Step } from './step.ts';

/** Parts of the id of a step within a sub-plan: `step_2/first`. */
export const within = '/';

/**
 * The steps that are run, in order: a step with a sub-plan stands for its sub-plan's steps (R2.8), which run one after
 * another unless they declare an order of their own, before anything that depends on it.
 */
export function leafSteps(steps: readonly Step[]): Step[] {
  if (!steps.some((step) => step.plan)) return [...steps];
  const ordered =
    declaresDependencies(steps) || steps.some((step) => step.plan && declaresDependencies(step.plan.steps));
  return leavesOf(steps, '', [], ordered);
}

function leavesOf(steps: readonly Step[], prefix: string, before: readonly string[], ordered: boolean): Step[] {
  const ends = new Map<string, string[]>();
  const leaves: Step[] = [];
  const own = declaresDependencies(steps);
  let previous: readonly string[] = before;
  for (const step of steps) {
    const named = step.dependencies.flatMap((id) => ends.get(id) ?? [prefix + id]);
    const needs = !ordered ? [] : named.length > 0 ? named : prefix !== '' && !own ? previous : before;
    const id = prefix + step.id;
    const inner =
      step.plan && step.plan.steps.length > 0 ? leavesOf(step.plan.steps, id + within, needs, ordered) : null;
    leaves.push(...(inner ?? [{ ...step, id, dependencies: [...needs] }]));
    ends.set(step.id, inner ? inner.map((leaf) => leaf.id) : [id]);
    previous = ends.get(step.id) ?? [id];
  }
  return leaves;
}

/** The step of that id, within sub-plans, too. */
export function findStep(steps: readonly Step[], id: string): Step | undefined {
  const direct = steps.find((step) => step.id === id);
  if (direct) return direct;
  const parent = steps.find((step) => step.plan && id.startsWith(step.id + within));
  return parent?.plan && findStep(parent.plan.steps, id.slice(parent.id.length + within.length));
}

/** Changes one step, within sub-plans, too, and keeps the steps above it true to theirs. */
export function changeStep(steps: readonly Step[], id: string, at: string, change: (step: Step) => Step): Step[] {
  return steps.map((step) => {
    if (step.id === id) return change(step);
    if (!step.plan || !id.startsWith(step.id + within)) return step;
    const inner = changeStep(step.plan.steps, id.slice(step.id.length + within.length), at, change);
    return lifted({ ...step, plan: { ...step.plan, steps: inner } }, inner, at);
  });
}

/** A step with a sub-plan runs from the first of its steps to the last, and fails when one of them has failed. */
function lifted(step: Step, inner: readonly Step[], at: string): Step {
  const plan = step.plan;
  if (!plan) return step;
  const begun = inner.some((each) => each.status !== 'pending' && each.status !== 'blocked');
  const over = inner.every((each) => ['completed', 'failed', 'skipped'].includes(each.status));
  if (!over)
    return begun
      ? { ...step, status: 'running', started_at: step.started_at ?? at, plan: { ...plan, status: 'running' } }
      : step;
  const failed = inner.find((each) => each.status === 'failed');
  const result = inner.findLast((each) => each.result)?.result ?? null;
  return failed
    ? { ...step, status: 'failed', error: failed.error, ended_at: at, plan: { ...plan, status: 'failed' } }
    : { ...step, status: 'completed', result, ended_at: at, plan: { ...plan, status: 'completed' } };
}
