import type { RunAtJournalEntry } from '../../ports/stores.ts';
import type { App } from '../app/app.svelte.ts';
import { createEmptySession } from '../../engine/create-empty-session.ts';
import type { SessionView } from './session-view.svelte.ts';

const longestTitle = 120;

/**
 * Makes a new session from a point of another one's history and opens it. It names its origin, and stays paused
 * until the person continues.
 */
export async function forkSession(
  app: App,
  { id, past }: SessionView,
  { seq, at, run }: RunAtJournalEntry,
): Promise<void> {
  const { toasts, words } = app;
  const { clock, stores } = app.dependencies;
  const original = await stores.sessions.get(id);
  const of = (original?.title || run.plan.goal).slice(0, longestTitle - 20);
  const copy = createEmptySession(clock, words.t('past.copy_title', { title: of }));
  const isForked = await stores.sessions.fork(id, seq, copy).catch(() => false);
  if (!isForked) {
    toasts.refuse(words.t('past.not_copied'));
    return;
  }
  past.backToNow();
  await app.openSession(copy.id);
  await app.session?.note({ type: 'notice', code: 'copy', params: { title: of, at } });
}
