import type { Profile } from '../../records/profile.ts';
import type { Observable } from '../../ports/observable.ts';
import type { Secrets } from '../../ports/secrets.ts';

/**
 * Returns an observable that emits true if this device has no key for the connection, and false if it has one: on
 * subscription, and whenever keys are locked or unlocked.
 */
export function keyMissing(
  secrets: Pick<Secrets, 'holds' | 'lockState'>,
  { id, base_url }: Pick<Profile, 'id' | 'base_url'>,
): Observable<boolean> {
  return {
    subscribe(next, failed) {
      let isOver = false;
      const look = (): void =>
        void secrets.holds(id, base_url).then((place) => {
          if (!isOver) next(place === null);
        }, failed);
      const end = secrets.lockState.subscribe(look);
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
