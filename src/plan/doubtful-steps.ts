import type { Step } from './step.ts';

const doubts: ReadonlySet<string> = new Set(['nothing_written', 'said_denied', 'said_failed']);

/**
 * True if a step is reported as done without evidence, or the person did not allow it; they can accept, retry or skip
 * it.
 */
export function isDoubtful({ status, reason }: Pick<Step, 'status' | 'reason'>): boolean {
  if (reason === undefined) return false;
  return (status === 'completed' && doubts.has(reason.code)) || (status === 'skipped' && reason.code === 'not_allowed');
}

/** True if a step has done its work, rather than only reported so. */
export function isDone(step: Pick<Step, 'status' | 'reason'>): boolean {
  return step.status === 'completed' && !isDoubtful(step);
}
