import { holdsPlan } from '../domain/holds-plan.ts';
import type { Run } from '../domain/run.ts';
import type { ConversationLine } from './conversation-lines.ts';

/** The newest answer, where it holds a plan and the task has come to nothing else; the person may make that the plan (R3.5). */
export function offeredPlan(run: Run | null, lines: readonly ConversationLine[]): ConversationLine | null {
  if (run?.phase !== 'answered' || run.plan.steps.length > 0) return null;
  const answer = lines.findLast((line) => line.kind === 'message' && line.message === 'reply');
  return answer?.kind === 'message' && holdsPlan(answer.text) ? answer : null;
}
