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
  forget(id: string): Promise<void>;
}

/** Removes a session from the list and offers undo. `view` is the session's view if it is open. */
export async function removeSession(session: Session, view: SessionView | undefined, host: RemovalHost): Promise<void> {
  const { clock, stores } = host.dependencies;
  if (view?.run && isWorking(view.run.phase)) await view.pause();
  if (!(await saveOrToast(host, () => stores.sessions.remove(session.id, clock.now())))) return;
  await host.forget(session.id);
  host.toasts.tell(host.words.t('shell.session_removed', { title: session.title || host.words.t('shell.untitled') }), {
    label: host.words.t('shell.undo'),
    restores: session.id,
    run: () => void saveOrToast(host, () => stores.sessions.remove(session.id, null)),
  });
}
