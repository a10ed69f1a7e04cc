import type { AskResult } from '../task/round.ts';
import type { PauseReason, Run } from '../task/run.ts';
import { maxRetries } from '../task/next-move-rules.ts';
import { type Change, journalLine } from './change.ts';
import { pause } from './closing.ts';

export type CallPlace = keyof Run['calls'];

/** Advances the number of the next call outside steps, since an effect id is never reused. */
export function withNextCallNumber(run: Run, place: CallPlace): Run {
  return { ...run, calls: { ...run.calls, [place]: run.calls[place] + 1 } };
}

/** True if an error outside steps is retried instead of pausing the plan. */
export function mayTryAgain(run: Run, output: AskResult<unknown>): boolean {
  return output.kind === 'unanswered' && run.retries < maxRetries;
}

export function tryAgain(run: Run, place: CallPlace): Run {
  return withNextCallNumber({ ...run, retries: run.retries + 1 }, place);
}

/** Pauses the plan, which later continues from the same state. An unrecorded call keeps its number. */
export function pauseAtCall(
  run: Run,
  place: CallPlace | null,
  reason: PauseReason,
  recorded: boolean,
  at: string,
): Change {
  const next = place && recorded ? withNextCallNumber(run, place) : run;
  return pause(next, reason, at);
}

/** Asks again after a reply that broke its contract, with the violation. */
export function requestRepair(run: Run, place: CallPlace, violation: string): Change {
  return {
    run: { ...withNextCallNumber(run, place), repair: { violation, tries: (run.repair?.tries ?? 0) + 1 } },
    lines: [journalLine({ type: 'planning_retry', violation })],
  };
}
