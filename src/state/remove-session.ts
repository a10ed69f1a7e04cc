import type { Session } from '../domain/session.ts';
import type { AppDependencies } from './app-dependencies.ts';
import type { SessionView } from './session-view.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';
import type { Words } from './words.svelte.ts';

interface RemovalHost {
  readonly dependencies: AppDependencies;
  readonly words: Words;
  readonly toasts: Toasts;
  forget(id: string): Promise<void>;
}

/** Removes a session from the list and offers the way back. `view`: the session where it is open. */
export async function removeSession(session: Session, view: SessionView | undefined, host: RemovalHost): Promise<void> {
  const { clock, stores } = host.dependencies;
  if (view?.status.tone === 'working') await view.pause();
  if (!(await toldIfRefused(host, () => stores.sessions.remove(session.id, clock.now())))) return;
  await host.forget(session.id);
  host.toasts.tell(host.words.t('shell.session_removed'), {
    label: host.words.t('shell.undo'),
    run: () => void toldIfRefused(host, () => stores.sessions.remove(session.id, null)),
  });
}
