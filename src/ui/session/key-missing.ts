import type { Profile } from '../../records/profile.ts';
import type { Settings } from '../../records/settings.ts';
import type { Observable } from '../../ports/observable.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';

type Connection = Pick<Profile, 'id' | 'provider' | 'base_url' | 'with_key'>;
interface Sources {
  readonly providers: AppDependencies['providers'];
  readonly secrets: Pick<Secrets, 'holds' | 'lockState'>;
}

/** Returns the connection in use and, if the steps' thoughts have their own, that one. */
export function connectionsInUse(app: {
  readonly settings?: Pick<Settings, 'thought_profile'>;
  readonly profile?: Connection | null;
  readonly profiles?: readonly Connection[];
}): readonly Connection[] {
  const { settings, profile, profiles = [] } = app;
  if (!profile) return [];
  return [profile, ...profiles.filter(({ id }) => id === settings?.thought_profile && id !== profile.id)];
}

/** True if one of the connections needs a key, or was saved with one, and this tab has none for it. */
export async function isKeyMissing(sources: Sources, connections: readonly Connection[]): Promise<boolean> {
  const held = await Promise.all(connections.map(({ id, base_url }) => sources.secrets.holds(id, base_url)));
  return connections.some((connection, at) => held[at] === null && needsKey(sources, connection));
}

const needsKey = ({ providers }: Sources, { provider, with_key }: Connection) =>
  with_key === true || (providers.find((each) => each.id === provider)?.needsKey ?? false);

/**
 * What is known of the connections' keys: this tab lacks one, has them all, or has one and the encrypted keys are
 * unlocked; null if a connection has no key and needs none as far as is known.
 */
export type KeyState = 'keyless' | 'keyed' | 'unlocked' | null;

/** Returns an observable that emits the state of the keys: on subscription, and whenever keys are locked or unlocked. */
export function keyState(sources: Sources, connections: readonly Connection[]): Observable<KeyState> {
  return {
    subscribe(next, failed) {
      let isOver = false;
      const end = sources.secrets.lockState.subscribe((lock) => {
        const held = Promise.all(connections.map(({ id, base_url }) => sources.secrets.holds(id, base_url)));
        void Promise.all([isKeyMissing(sources, connections), held]).then(([missing, places]) => {
          const isUnlocked = lock === 'open' && places.some((place) => place !== null);
          if (!isOver) next(missing ? 'keyless' : isUnlocked ? 'unlocked' : places.includes(null) ? null : 'keyed');
        }, failed);
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
