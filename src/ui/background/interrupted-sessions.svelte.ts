import { untrack } from 'svelte';
import { sessionLockName } from '../../engine/session-lock-name.ts';
import type { Devices } from '../../ports/devices.ts';
import type { Locks } from '../../ports/locks.ts';
import { currentValue } from '../../ports/observable.ts';
import type { Session } from '../../task/session.ts';

/** The time in milliseconds after which it is checked again whether the sessions at work still have a tab. */
const interval = 3000;

const isAtWork = ({ plan_status }: Session) => plan_status === 'planning' || plan_status === 'running';

/**
 * Keeps the list of interrupted sessions up to date, and returns the function that ends that. Interrupted is a session
 * that is stored as at work and that neither a tab nor another device works on: its tab was closed or reloaded, which
 * is stored only once it is opened again. If the browser does not tell which locks are held, no session counts as
 * interrupted.
 */
export function watchInterruptedSessions(
  app: { readonly sessions: readonly Session[]; interrupted: readonly string[] },
  { locks, others }: { locks: Pick<Locks, 'held'>; others: () => Promise<Pick<Devices, 'away'> | null> },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  let sessions: readonly Session[] = [];

  const show = (ids: readonly string[]) => {
    if (ids.join() !== app.interrupted.join()) app.interrupted = ids;
  };

  async function withoutTab(working: readonly Session[]): Promise<readonly string[]> {
    const heldLocks = await locks.held();
    const ids = working.flatMap(({ id }) => (heldLocks && !heldLocks.has(sessionLockName(id)) ? [id] : []));
    const devices = ids.length > 0 ? await others() : null;
    if (!devices) return ids;
    const places = await Promise.all(ids.map((id) => currentValue(devices.away(id))));
    return ids.filter((_, at) => places[at] === null);
  }

  async function check(): Promise<void> {
    clearTimeout(timer);
    if (isAsking) return;
    if (!sessions.some(isAtWork)) {
      show([]);
      return;
    }
    isAsking = true;
    const interruptedIds = await withoutTab(sessions.filter(isAtWork)).catch(() => []);
    isAsking = false;
    if (isOver) return;
    show(interruptedIds);
    timer = setTimeout(() => void check(), interval);
  }

  const end = $effect.root(() => {
    $effect(() => {
      sessions = app.sessions;
      void untrack(check);
    });
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}
