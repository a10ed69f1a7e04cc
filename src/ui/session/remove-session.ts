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
 * Removes a session from the list and offers undo, which also shows it again if it was shown. `view` is the session's
 * view if it is open.
 */
export async function removeSession(session: Session, view: SessionView | undefined, host: RemovalHost): Promise<void> {
  const { clock, stores } = host.dependencies;
  const wasShown = host.session?.id === session.id;
  const bringBack = async (): Promise<void> => {
    const isBack = await saveOrToast(host, () => stores.sessions.remove(session.id, null));
    if (isBack && wasShown) await host.openSession(session.id);
  };
  if (view?.run && isWorking(view.run.phase)) await view.pause();
  if (!(await removeHere(host, [session.id], () => stores.sessions.remove(session.id, clock.now())))) return;
  await host.forget(session.id);
  host.toasts.tell(host.words.t('shell.session_removed', { title: session.title || host.words.t('shell.untitled') }), {
    label: host.words.t('shell.undo'),
    restores: session.id,
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
