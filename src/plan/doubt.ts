import type { Step } from './step.ts';

const doubts: ReadonlySet<string> = new Set(['nothing_written', 'said_denied', 'said_failed']);

/**
 * Whether a step is said to be done while nothing shows that it is, or the person did not allow it: they accept it, try
 * it again or skip it.
 */
export function isDoubtful({ status, reason }: Pick<Step, 'status' | 'reason'>): boolean {
  if (reason === undefined) return false;
  return (status === 'completed' && doubts.has(reason.code)) || (status === 'skipped' && reason.code === 'not_allowed');
}

/** Whether a step has done what it is for, and not only said so. */
export function isDone(step: Pick<Step, 'status' | 'reason'>): boolean {
  return step.status === 'completed' && !isDoubtful(step);
}
