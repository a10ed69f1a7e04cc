import type { SessionView } from './session-view.svelte.ts';

/**
 * True if a session has a task from before `openedAt` and no journal line, as after a loss of a part of what was
 * stored.
 */
export function hasTaskWithoutJournal(session: Pick<SessionView, 'run' | 'journalWindow'>, openedAt: string): boolean {
  const { run, journalWindow } = session;
  return run !== null && run.plan.updated_at < openedAt && journalWindow.entries?.length === 0;
}
