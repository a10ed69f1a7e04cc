import type { Stores } from '../../ports/stores.ts';
import type { Session } from '../../task/session.ts';

/** The sessions that wait for the person and are older than the list that are shown at most. */
const most = 200;

/**
 * Keeps the sessions that wait for the person and are older than the list of sessions up to date, once that list is
 * shown; returns the function that ends that.
 */
export function watchWaitingSessions(
  app: { readonly unlistedSince: string | undefined; olderWaiting: readonly Session[] },
  sessions: Pick<Stores['sessions'], 'waiting'>,
): () => void {
  return $effect.root(() => {
    $effect(() => {
      if (app.unlistedSince !== undefined)
        return sessions
          .waiting(app.unlistedSince, most)
          .subscribe((waitingSessions) => (app.olderWaiting = waitingSessions));
      app.olderWaiting = [];
      return undefined;
    });
  });
}
