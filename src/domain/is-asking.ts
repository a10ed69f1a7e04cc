import type { Run } from './run.ts';
import type { Step } from './step.ts';

/** Whether a step that has begun cannot go on before the person has answered or decided. */
export function isAsking(run: Run | null, { id, status }: Step): boolean {
  if (run === null || status !== 'running') return false;
  if (run.question?.step_id === id) return true;
  return run.approvals.some(({ step_id, decision }) => step_id === id && decision === null);
}
