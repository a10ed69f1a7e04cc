import { isWorking } from '../../task/run.ts';
import type { Session } from '../../task/session.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { SessionView } from './session-view.svelte.ts';
import { type Toasts, saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface RemovalHost {
  readonly dependencies: AppDependencies;
  readonly words: Translator;
  readonly toasts: Toasts;
  readonly session: SessionView | null;
  deletedHere: readonly string[];
  forget(id: string): Promise<void>;
  openSession(id: string): Promise<void>;
}

/**
 * Removes sessions from the list and offers undo, which also shows the one again that was shown. `views` holds the views
 * of the open sessions; what works in one of them is paused.
 */
export async function removeSessions(
  sessions: readonly Session[],
  views: ReadonlyMap<string, SessionView>,
  host: RemovalHost,
): Promise<void> {
  const { clock, stores } = host.dependencies;
  const ids = sessions.map(({ id }) => id);
  const [only] = sessions;
  const shown = host.session && ids.includes(host.session.id) ? host.session.id : null;
  const mark = async (at: string | null) => {
    await Promise.all(ids.map((id) => stores.sessions.remove(id, at)));
  };
  const bringBack = async (): Promise<void> => {
    if ((await saveOrToast(host, () => mark(null))) && shown !== null) await host.openSession(shown);
  };
  for (const id of ids) {
    const view = views.get(id);
    if (view?.run && isWorking(view.run.phase)) await view.pause();
  }
  if (!only || !(await removeHere(host, ids, () => mark(clock.now())))) return;
  for (const id of ids) await host.forget(id);
  const { t } = host.words;
  const said =
    ids.length > 1
      ? t('select.removed', { n: ids.length })
      : t('shell.session_removed', { title: only.title || t('shell.untitled') });
  host.toasts.tell(said, {
    label: t('shell.undo'),
    ...(ids.length === 1 && { restores: only.id }),
    run: () => void bringBack(),
  });
}

/** Runs a removal of sessions as one of this tab's own; resolves to false if it fails. */
export async function removeHere(
  host: Pick<RemovalHost, 'deletedHere' | 'toasts' | 'words'>,
  ids: readonly string[],
  remove: () => Promise<void>,
): Promise<boolean> {
  host.deletedHere = [...host.deletedHere, ...ids];
  const isRemoved = await saveOrToast(host, remove);
  if (!isRemoved) host.deletedHere = host.deletedHere.filter((id) => !ids.includes(id));
  return isRemoved;
}
