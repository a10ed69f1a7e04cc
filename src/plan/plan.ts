import * as z from 'zod/mini';
import { findDependencyCycle } from './plan-graph.ts';
import { PlanStatus } from './plan-status.ts';
import { Instant, Step, isUnstarted } from './step.ts';

/** Goal, ordered steps and status: the content of `plan.json` without the derived figures. */
export const Plan = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  goal: z.string(),
  status: PlanStatus,
  steps: z.array(Step),
  /** The number of thoughts so far. */
  iteration_count: z.int().check(z.minimum(0)),
  /** The budget used, in thoughts and tool calls. */
  step_count: z.int().check(z.minimum(0)),
  /** The number of replans so far that were made to recover from a failure or a deadlock. */
  replan_count: z.int().check(z.minimum(0)),
  created_at: Instant,
  updated_at: Instant,
});
export type Plan = z.infer<typeof Plan>;

/** A broken invariant: its path and the value it concerns; the ui words it. */
export interface PlanError {
  code: 'duplicate_id' | 'unknown_dependency' | 'cycle' | 'self_dependency' | 'unfinished' | 'times';
  path: string;
  name: string;
}

/** The broken invariants of a plan and its nested plans; empty for a valid plan. */
export function planErrors(plan: Plan): PlanError[] {
  const faults = stepFaults(plan, '');
  if (Date.parse(plan.updated_at) < Date.parse(plan.created_at))
    faults.push({ code: 'times', path: 'updated_at', name: plan.updated_at });
  return faults;
}

function stepFaults({ status, steps }: Pick<Plan, 'status' | 'steps'>, root: string): PlanError[] {
  const faults: PlanError[] = [];
  const ids = new Set<string>();
  steps.forEach((step, at) => {
    const path = `${root}steps[${at}]`;
    if (ids.has(step.id)) faults.push({ code: 'duplicate_id', path: `${path}.id`, name: step.id });
    ids.add(step.id);
    if (step.started_at && step.ended_at && Date.parse(step.ended_at) < Date.parse(step.started_at))
      faults.push({ code: 'times', path: `${path}.ended_at`, name: step.ended_at });
    if (status === 'completed' && (isUnstarted(step) || step.status === 'running'))
      faults.push({ code: 'unfinished', path: `${path}.status`, name: step.status });
    if (step.plan) for (const error of stepFaults(step.plan, `${path}.plan.`)) faults.push(error);
  });
  steps.forEach((step, at) => {
    step.dependencies.forEach((id, n) => {
      if (ids.has(id)) return;
      faults.push({ code: 'unknown_dependency', path: `${root}steps[${at}].dependencies[${n}]`, name: id });
    });
  });
  const cycle = findDependencyCycle(steps);
  if (cycle) {
    const cycleStepIndex = steps.findIndex(({ id }) => id === cycle[0]);
    const path = `${root}steps[${cycleStepIndex}].dependencies`;
    const isOfOne = cycle.length === 2;
    faults.push(
      isOfOne
        ? { code: 'self_dependency', path, name: cycle[0] ?? '' }
        : { code: 'cycle', path, name: cycle.join(' → ') },
    );
  }
  return faults;
}

/** A plan without steps. */
export function emptyPlan(id: string, goal: string, at: string): Plan {
  return {
    id,
    goal,
    status: 'planning',
    steps: [],
    iteration_count: 0,
    step_count: 0,
    replan_count: 0,
    created_at: at,
    updated_at: at,
  };
}
