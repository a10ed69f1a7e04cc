import type { IntakeDecision, ProposalError, ProposedStep } from '../task/decision.ts';
import { planStatistics } from '../plan/plan-progress.ts';
import { applyProposal, mergeSurplusSteps } from '../task/proposal.ts';
import type { Run } from '../task/run.ts';
import { startStep } from '../task/run-steps.ts';
import { notedWords } from '../values/text-without-code.ts';
import type { Limits } from '../values/limits.ts';
import { type TaskChange, journalLine, mergedStepsNotice, planRepairNotice } from './change.ts';

/** True if a plan is too long and the model has not been asked to shorten it yet. */
export function mustShortenPlan(run: Run, steps: readonly ProposedStep[], limits: Limits): boolean {
  const tries = run.repair?.tries ?? 0;
  const wasAskedToShorten = run.repair?.violation === 'too_long' || tries >= Math.max(1, limits.planning_retries);
  return steps.length > limits.max_plan_steps && !wasAskedToShorten;
}

/**
 * Returns the change that makes the model's steps the task's plan; without steps, the goal becomes the only one, and
 * steps above the limit are merged. If `mended` is set (an error in the reply was repaired by rule), the person reviews
 * the plan first.
 */
export function taskChangeForModelPlan(
  run: Run,
  steps: readonly ProposedStep[],
  limits: Limits,
  at: string,
  mended?: ProposalError,
): TaskChange {
  const stepsWithinLimit = steps.length > 0 ? mergeSurplusSteps(steps, limits) : [goalStep(run)];
  const plannedRun = applyProposal({ ...run, repair: null, retries: 0 }, stepsWithinLimit, at);
  const first_plan = plannedRun.plan.steps.map(({ id, description }) => ({ id, description }));
  return {
    run: { ...plannedRun, first_plan, review: mended !== undefined },
    lines: [
      journalLine({ type: 'plan_generated', steps: planStatistics(plannedRun.plan).total, from: 'model' }),
      ...mergedStepsNotice(steps.length, limits.max_plan_steps),
      ...(mended === undefined ? [] : [planRepairNotice(mended)]),
    ],
  };
}

/**
 * The task with a plan made from the calls of a first reply: the first step is running and makes these calls first. What
 * the reply said beside them is the step's first note.
 */
export function planFromCalls(
  run: Run,
  { actions, steps, words, mended }: Extract<IntakeDecision, { kind: 'act' }>,
  limits: Limits,
  at: string,
): TaskChange {
  const { run: planned, lines } = taskChangeForModelPlan(run, steps, limits, at, mended);
  const first = planned.plan.steps[0];
  if (!first) return { run: planned, lines };
  return {
    run: {
      ...{ ...startStep(planned, first.id, at), first_calls: [...actions], first_calls_for: first.id },
      ...(words && { first_words: { step: first.id, text: words } }),
    },
    lines: [
      journalLine({ type: 'plan_generated', steps: planned.plan.steps.length, from: 'reply' }),
      ...lines.filter((each) => each.body.type === 'notice'),
      journalLine(
        { type: 'plan_step_start', index: 1, total: planned.plan.steps.length, description: first.description },
        first.id,
      ),
      ...(words ? [journalLine({ type: 'decision', kind: 'act', note: notedWords(words) }, first.id)] : []),
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
