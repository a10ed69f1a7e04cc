import type { Cairn } from '../../../e2e/support/cairn.ts';
import type { Recorded } from '../../../e2e/support/stored-tables.ts';
import { through } from './through.ts';

/** What a page that has just been opened can make of what is stored: begin, go on, or nothing more. */
export type TaskState = 'unknown' | 'interrupted' | 'over';

export function taskState(journal: readonly Recorded[]): TaskState {
  if (journal.some(({ body }) => body.type === 'task_end')) return 'over';
  return journal.some(({ body }) => body.type === 'message') ? 'interrupted' : 'unknown';
}

/** Gives the goal where none is kept; continues where a task was interrupted, unless it goes on by itself. */
export async function setToWork(app: Cairn, state: TaskState, goal: string): Promise<void> {
  if (state === 'unknown') await app.send(goal);
  if (state !== 'interrupted') return;
  await Promise.race([app.button('Continue').click({ timeout: 90_000 }), through(app.page)]);
}
