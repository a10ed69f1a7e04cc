import { needsPerson } from '../../task/run-steps.ts';
import { wasCompletedBeforeImport, type Run } from '../../task/run.ts';
import { taskEnd } from '../../task/task-end.ts';
import type { Session } from '../../task/session.ts';

const longestTitle = 80;

/**
 * Returns the session's row for the list, given its latest task `run`. A title that the person gave stays, and so does
 * the outcome of a completed plan while a message after it is read and answered without a plan.
 */
export function summarizeSession(session: Session, run: Run): Session {
  const { goal, status, steps, updated_at } = run.plan;
  const isRead = run.phase === 'intake' || run.phase === 'answered';
  const isOutcome = session.steps_total > 0 && ['completed', 'planning'].includes(session.plan_status ?? '');
  if (isRead && steps.length === 0 && isOutcome)
    return {
      ...session,
      plan_status: run.phase === 'intake' ? 'planning' : 'completed',
      updated_at: laterOf(session.updated_at, updated_at),
    };
  const plain = run.phase === 'answered';
  const { tone, done, failed, doubtful } = taskEnd(run);
  const before = { ...session };
  delete before.steps_failed;
  delete before.steps_doubtful;
  delete before.needs_you;
  return {
    ...before,
    ...(run.phase === 'completed' && tone !== 'green' && { steps_failed: failed }),
    ...(run.phase === 'completed' && doubtful > 0 && { steps_doubtful: doubtful }),
    ...(needsPerson(run) && { needs_you: true as const }),
    title: session.title || titleOf(goal),
    plan_status: plain || wasCompletedBeforeImport(run) ? null : status,
    steps_ended: plain ? 0 : done,
    steps_total: plain ? 0 : steps.length,
    updated_at: laterOf(session.updated_at, updated_at),
  };
}

const laterOf = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one);

function titleOf(goal: string): string {
  const letters = Array.from(goal.replace(/\s+/g, ' ').trim());
  return letters.length <= longestTitle
    ? letters.join('')
    : `${letters
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`;
}
