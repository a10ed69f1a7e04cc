import type { Stores } from '../ports/stores.ts';
import type { Run } from '../task/run.ts';

/**
 * True if text from outside had a part in the plan of a run: it was imported or restored, or a model wrote steps of it
 * once such text had been read. What a model planned before that came from the person's words alone. Rejects if the
 * storage cannot be read.
 */
export async function isPlanFromOutside(
  run: Run,
  { sessions }: { sessions: Pick<Stores['sessions'], 'wholeJournal' | 'run'> },
): Promise<boolean> {
  if (run.own_words) return true;
  if (!run.tainted) return false;
  const first = new Map(run.first_plan.map(({ id, description }) => [id, description]));
  const isLater = run.plan.steps.some(
    (step) => step.edited_by_person !== true && first.get(step.id) !== step.description,
  );
  if (isLater) return true;
  const entries = await sessions.wholeJournal(run.session_id);
  const planEntry = entries.find(({ task_id, body }) => task_id === run.id && body.type === 'plan_generated');
  if (planEntry?.body.type !== 'plan_generated') return true;
  if (planEntry.body.from === 'template') return false;
  const then = await sessions.run(run.session_id, planEntry.seq);
  return then?.id !== run.id || then.tainted;
}
