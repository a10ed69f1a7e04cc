import type { AskResult } from '../domain/task/round.ts';
import type { PauseReason, Run } from '../domain/task/run.ts';
import { maxRetries } from '../domain/task/next-move.ts';
import { type Change, line } from './change.ts';
import { pause } from './closing.ts';

export type CallPlace = keyof Run['calls'];

/** The next call outside steps has the next number: an effect id is never used twice. */
export function nextCall(run: Run, place: CallPlace): Run {
  return { ...run, calls: { ...run.calls, [place]: run.calls[place] + 1 } };
}

/** Whether a fault outside steps is to be tried again, rather than to pause the plan (R6.4). */
export function mayTryAgain(run: Run, output: AskResult<unknown>): boolean {
  return output.kind === 'unanswered' && run.retries < maxRetries;
}

export function tryAgain(run: Run, place: CallPlace): Run {
  return nextCall({ ...run, retries: run.retries + 1 }, place);
}

/** Pauses the plan, which goes on from the same state. An unrecorded call keeps its number. */
export function stall(run: Run, place: CallPlace | null, reason: PauseReason, recorded: boolean, at: string): Change {
  const next = place && recorded ? nextCall(run, place) : run;
  return pause(next, reason, at);
}

/** A reply that breaks its contract is answered with the violation and asked again (R4.6). */
export function repair(run: Run, place: CallPlace, violation: string): Change {
  return {
    run: { ...nextCall(run, place), repair: { violation, tries: (run.repair?.tries ?? 0) + 1 } },
    lines: [line({ type: 'planning_retry', violation })],
  };
}
