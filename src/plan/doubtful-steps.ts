import type { Step } from './step.ts';

const doubts: ReadonlySet<string> = new Set([
  'nothing_written',
  'said_denied',
  'said_failed',
  'said_outside',
  'other_file',
  'unsaved_file',
  'not_read',
  'outcome_unknown',
]);

/**
 * True if the person should check a step: it was reported as done without evidence, or it was skipped because the
 * person did not permit one of its calls. The person can accept, retry or skip it.
 */
export function isDoubtful({ status, reason }: Pick<Step, 'status' | 'reason'>): boolean {
  if (reason === undefined) return false;
  return (status === 'completed' && doubts.has(reason.code)) || (status === 'skipped' && reason.code === 'not_allowed');
}

/** True if a step was reported as done without evidence. */
export function isDoubtfullyDone(step: Pick<Step, 'status' | 'reason'>): boolean {
  return step.status === 'completed' && isDoubtful(step);
}

/** True if a step is completed and its result is not doubtful (see `isDoubtful`). */
export function isReliablyDone(step: Pick<Step, 'status' | 'reason'>): boolean {
  return step.status === 'completed' && !isDoubtful(step);
}
