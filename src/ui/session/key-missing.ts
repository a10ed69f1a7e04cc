import type { Profile } from '../../records/profile.ts';
import type { Observable } from '../../ports/observable.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';

type Connection = Pick<Profile, 'id' | 'provider' | 'base_url'>;
interface Sources {
  readonly providers: AppDependencies['providers'];
  readonly secrets: Pick<Secrets, 'holds' | 'lockState'>;
}

/** True if the connection needs a key and this tab has none for it. */
export async function isKeyMissing({ providers, secrets }: Sources, connection: Connection): Promise<boolean> {
  const { id, provider, base_url } = connection;
  if (!providers.find((each) => each.id === provider)?.needsKey) return false;
  return (await secrets.holds(id, base_url)) === null;
}

/** What is known of a connection's key: this tab has none, it has one, or it has one of the encrypted keys, unlocked. */
export type KeyState = 'keyless' | 'keyed' | 'unlocked' | null;

/** Returns an observable that emits the state of the key: on subscription, and whenever keys are locked or unlocked. */
export function keyState(sources: Sources, connection: Connection): Observable<KeyState> {
  return {
    subscribe(next, failed) {
      let isOver = false;
      const end = sources.secrets.lockState.subscribe((lock) => {
        void isKeyMissing(sources, connection).then((missing) => {
          if (!isOver) next(missing ? 'keyless' : lock === 'open' ? 'unlocked' : 'keyed');
        }, failed);
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
