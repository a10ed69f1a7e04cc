import type { ApprovalRequest } from './approval.ts';
import type { PauseReason, Run } from './run.ts';
import type { StepReason } from '../plan/step-reason.ts';
import { changeStep, findStep, leafSteps } from '../plan/leaf-steps.ts';
import { markBlocked } from '../plan/plan-graph.ts';
import type { StepOutcome } from './transcript.ts';
import type { Json } from '../values/json.ts';
import { isUnstarted, type Step } from '../plan/step.ts';
import { shortenedText } from '../values/truncate-text.ts';

function withSteps(run: Run, steps: Step[], at: string): Run {
  return { ...run, plan: { ...run.plan, steps: markBlocked(steps), updated_at: at } };
}

function mapStep(run: Run, id: string, at: string, change: (step: Step) => Step): Run {
  return withSteps(run, changeStep(run.plan.steps, id, at, change), at);
}

/** Starts a new attempt at a pending step; a running step is only charged anew if this task has not charged it. */
export function startStep(run: Run, id: string, at: string): Run {
  const step = findStep(run.plan.steps, id);
  if (!step) return run;
  if (step.status === 'running') return { ...run, charged: { [id]: 0, ...run.charged } };
  const runWithStepStarted = mapStep(run, id, at, (old) => ({
    ...old,
    status: 'running',
    attempts: old.attempts + 1,
    error: null,
    reason: undefined,
    started_at: at,
    ended_at: null,
  }));
  const charged = { ...runWithStepStarted.charged, [id]: 0 };
  const { [id]: before, ...fixes } = runWithStepStarted.fixes ?? {};
  return before === undefined ? { ...runWithStepStarted, charged } : { ...runWithStepStarted, charged, fixes };
}

/**
 * Ends a step: sets its status and result, and adds an event for the next replan. `words`: the result, or the reason
 * why there is none, as a sentence. `text`: the model's own words in full, if they ended the step.
 */
export function endStep(
  run: Run,
  id: string,
  outcome: Exclude<StepOutcome, { status: 'asking' }>,
  output: Json | undefined,
  at: string,
  words = outcome.status === 'completed' ? (outcome.response ?? '') : outcome.reason,
  reason: StepReason | null = null,
  text?: string,
): Run {
  const summary = oneLineResult(words);
  const runWithStepEnded = mapStep(run, id, at, (step) => {
    const next: Step = { ...step, status: outcome.status, ended_at: at, ...(reason && { reason }) };
    if (text !== undefined && text !== oneLineResult(text)) next.full_result = text;
    else delete next.full_result;
    if (outcome.status === 'failed') next.error = summary;
    else next.result = summary;
    if (output !== undefined) next.output = output;
    return next;
  });
  const file = outcome.status === 'completed' && summary.length === longestResultLine ? outcome.file : undefined;
  const foreign = 'foreign' in outcome && outcome.foreign;
  return {
    ...runWithStepEnded,
    events: [
      ...runWithStepEnded.events,
      {
        kind: 'ended',
        step: id,
        status: outcome.status,
        summary,
        ...(file !== undefined && { file }),
        ...(foreign && { foreign }),
      },
    ],
  };
}

/** The length of the longest result line. */
export const longestResultLine = 300;

/** A result as shown in `plan.json` and in prompts: one line, at most 300 characters. */
export function oneLineResult(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return shortenedText(line, longestResultLine);
}

/** Closes a plan: steps that did not start or end are skipped; `reason` is given to those that were running. */
export function closeSteps(run: Run, at: string, reason?: StepReason): Run {
  return withSteps(
    run,
    run.plan.steps.map((step) => closed(step, at, reason)),
    at,
  );
}

function closed(step: Step, at: string, reason?: StepReason): Step {
  if (!isUnstarted(step) && step.status !== 'running') return step;
  const plan = step.plan && { ...step.plan, steps: step.plan.steps.map((inner) => closed(inner, at, reason)) };
  const why = step.status === 'running' && reason ? { reason } : {};
  return { ...step, ...why, status: 'skipped', ended_at: at, ...(plan ? { plan } : {}) };
}

/** The running leaf steps, each of which needs a step machine. */
export function runningSteps(run: Run): Step[] {
  return leafSteps(run.plan.steps).filter((step) => step.status === 'running');
}

/**
 * The reasons of a pause that does not count as waiting for the person: the person paused the task, the page was
 * closed, or an imported task has not begun; undefined if no reason is stored.
 */
const ownPauses: ReadonlySet<PauseReason['code'] | undefined> = new Set([
  'person',
  'interrupted',
  'imported',
  undefined,
]);

/** The calls that wait for the person's approval. */
export function pendingApprovals({ approvals }: Pick<Run, 'approvals'>): ApprovalRequest[] {
  return approvals.filter(({ decision }) => decision === null);
}

/** True if a task waits for the person: for an answer, a decision, or a way to continue. */
export function needsPerson(run: Run): boolean {
  const { phase, pause } = run;
  if (phase === 'waiting' || phase === 'reviewing' || phase === 'blocked') return true;
  if (phase === 'paused') return !ownPauses.has(pause?.code);
  return phase === 'executing' && pendingApprovals(run).length > 0;
}

/**
 * Returns true if a running step cannot continue until the person has answered its question or decided on one of its
 * calls.
 */
export function isStepWaitingForPerson(run: Run | null, { id, status }: Step): boolean {
  if (run === null || status !== 'running') return false;
  if (run.question?.step_id === id) return true;
  return pendingApprovals(run).some(({ step_id }) => step_id === id);
}
