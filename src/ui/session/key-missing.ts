import { isOver, isResting, type Run } from '../../task/run.ts';
import type { Profile } from '../../records/profile.ts';
import type { Settings } from '../../records/settings.ts';
import type { Observable } from '../../ports/observable.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';

type Connection = Pick<Profile, 'id' | 'provider' | 'base_url' | 'with_key' | 'key_refused'> &
  Partial<Pick<Profile, 'model'>>;
interface Sources {
  readonly providers: AppDependencies['providers'];
  readonly secrets: Pick<Secrets, 'keyPlaceOf' | 'lockState'>;
}

/** The settings, the connection in use, and all connections. */
export interface UsedConnections<C extends Connection = Connection> {
  readonly settings?: Pick<Settings, 'connected_at' | 'thought_profile'> & Partial<Pick<Settings, 'profile'>>;
  readonly profile?: C | null;
  readonly profiles?: readonly C[];
}

/** Returns the connection in use and, if the steps' thoughts have their own, that one. */
export function connectionsInUse<C extends Connection>({
  settings,
  profile,
  profiles = [],
}: UsedConnections<C>): readonly C[] {
  if (!profile) return [];
  return [profile, ...profiles.filter(({ id }) => id === settings?.thought_profile && id !== profile.id)];
}

/** True if another tab has a plan that is at work or waits for the person. */
export function isHeldByOtherTab({
  elsewhere,
  run,
}: {
  readonly elsewhere: boolean;
  readonly run: Run | null;
}): boolean {
  return elsewhere && run !== null && !isOver(run.phase) && !isResting(run.phase);
}

/** True if a connection in use needs a key, or was saved with one, and this tab has none for it. */
export async function isKeyMissing(sources: Sources, usedConnections: UsedConnections): Promise<boolean> {
  const connections = connectionsInUse(usedConnections);
  const places = await keyPlaces(sources, connections);
  return connections.some((connection, at) => places[at] === null && needsKey(sources, connection));
}

const keyPlaces = ({ secrets }: Sources, connections: readonly Connection[]) =>
  Promise.all(connections.map(({ id, base_url }) => secrets.keyPlaceOf(id, base_url)));

const needsKey = ({ providers }: Sources, { provider, with_key }: Connection) =>
  with_key === true || (providers.find((each) => each.id === provider)?.needsKey ?? false);

/**
 * What is known of the keys of the connections in use: this tab lacks one, has them all, or has one and the encrypted
 * keys are unlocked; null if a connection has no key and needs none as far as is known.
 */
export type ApiKeyState = 'keyless' | 'keyed' | 'unlocked' | null;

/**
 * Returns an observable that emits the state of the keys: on subscription, and whenever keys are locked or unlocked.
 */
export function apiKeyState(sources: Sources, usedConnections: UsedConnections): Observable<ApiKeyState> {
  const connections = connectionsInUse(usedConnections);
  const isNeeded = connections.map((connection) => needsKey(sources, connection));
  return {
    subscribe(next, onError) {
      let isOver = false;
      const end = sources.secrets.lockState.subscribe((lock) => {
        void keyPlaces(sources, connections).then((places) => {
          const isMissing = places.some((place, at) => place === null && isNeeded[at]);
          const isUnlocked = lock === 'open' && places.some((place) => place !== null);
          if (!isOver) next(isMissing ? 'keyless' : isUnlocked ? 'unlocked' : places.includes(null) ? null : 'keyed');
        }, onError);
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
