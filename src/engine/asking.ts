import type { AskResult } from '../task/round.ts';
import type { PauseReason, Run } from '../task/run.ts';
import { maxRetries } from '../task/retry-delay.ts';
import { type TaskChange, journalLine } from './change.ts';
import { pauseTask } from './closing.ts';

/** The kind of a model call outside steps, such as planning or a replan; each kind numbers its calls separately. */
export type TaskCallKind = keyof Run['calls'];

/** Advances the number of the next call outside steps, since an effect id is never reused. */
export function withNextCallNumber(run: Run, place: TaskCallKind): Run {
  return { ...run, calls: { ...run.calls, [place]: run.calls[place] + 1 } };
}

/** True if an error outside steps is retried instead of pausing the plan. */
export function mayRetryTaskCall(run: Run, output: AskResult<unknown>): boolean {
  return output.kind === 'unanswered' && run.retries < maxRetries;
}

/**
 * Returns the task with one more retry counted and a new call number, for asking the model again after an error outside
 * steps.
 */
export function countRetry(run: Run, place: TaskCallKind): Run {
  return withNextCallNumber({ ...run, retries: run.retries + 1 }, place);
}

/**
 * Pauses the plan for a reason. If the failed call is in the journal, the next one gets a new number; otherwise it is
 * repeated under the same number.
 */
export function pauseAfterFailedCall(
  run: Run,
  place: TaskCallKind | null,
  reason: PauseReason,
  recorded: boolean,
  at: string,
): TaskChange {
  const next = place && recorded ? withNextCallNumber(run, place) : run;
  return pauseTask(next, reason, at);
}

/**
 * Prepares another call of the model after a reply that broke its contract: counts the try and passes on what was
 * wrong.
 */
export function requestRepair(run: Run, place: TaskCallKind, violation: string): TaskChange {
  return {
    run: { ...withNextCallNumber(run, place), repair: { violation, tries: (run.repair?.tries ?? 0) + 1 } },
    lines: [journalLine({ type: 'planning_retry', violation })],
  };
}
