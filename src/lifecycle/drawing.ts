import type { Action, ProposedStep } from '../domain/decision.ts';
import { statistics } from '../domain/plan-progress.ts';
import { applyProposal, foldSurplus } from '../domain/proposal.ts';
import type { Run } from '../domain/run.ts';
import { startStep } from '../domain/run-steps.ts';
import type { Limits } from '../domain/settings.ts';
import { type Change, line } from './change.ts';

/** A plan that is too long is asked to be shortened once (R5.4). */
export function tooLong(run: Run, steps: readonly ProposedStep[], limits: Limits): boolean {
  const tries = run.repair?.tries ?? 0;
  const asked = run.repair?.violation === 'too_long' || tries >= Math.max(1, limits.planning_retries);
  return steps.length > limits.max_plan_steps && !asked;
}

/** The model's plan becomes the task's plan; an empty one runs one implicit step, the goal (R4.6). */
export function draw(run: Run, steps: readonly ProposedStep[], limits: Limits, at: string, mended?: string): Change {
  const proposed = steps.length > 0 ? foldSurplus(steps, limits.max_plan_steps) : [goalStep(run)];
  const drawn = applyProposal({ ...run, repair: null, retries: 0 }, proposed, at);
  const first_plan = drawn.plan.steps.map(({ id, description }) => ({ id, description }));
  return {
    run: { ...drawn, first_plan, review: mended !== undefined },
    lines: [
      line({ type: 'plan_generated', steps: statistics(drawn.plan).total, from: 'model' }),
      ...(mended === undefined ? [] : [line({ type: 'notice', code: 'plan_mended', params: { violation: mended } })]),
    ],
  };
}

/** An ordinary call as first reply: its plan's first step is running and the call is that step's first act (R3.5). */
export function drawFromCalls(
  run: Run,
  actions: readonly Action[],
  steps: readonly ProposedStep[],
  limits: Limits,
  at: string,
  mended?: string,
): Change {
  const { run: drawn, lines } = draw(run, steps, limits, at, mended);
  const first = drawn.plan.steps[0];
  if (!first) return { run: drawn, lines };
  return {
    run: { ...startStep(drawn, first.id, at), opening: [...actions] },
    lines: [
      line({ type: 'plan_generated', steps: drawn.plan.steps.length, from: 'reply' }),
      ...lines.filter((each) => each.body.type === 'notice'),
      line(
        { type: 'plan_step_start', index: 1, total: drawn.plan.steps.length, description: first.description },
        first.id,
      ),
    ],
  };
}

function goalStep(run: Run): ProposedStep {
  return {
    id: null,
    description: run.plan.goal,
    tool: null,
    parameters: null,
    dependencies: [],
    expected_output: null,
  };
}
