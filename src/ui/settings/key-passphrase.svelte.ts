import { currentValue } from '../../ports/observable.ts';
import type { KeyLockState } from '../../ports/secrets.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { unlockKeys } from './connection-form-checks.ts';
import { connectWithGrantedKey, warnOfMissingKey } from './key-sign-in.ts';

/** The passphrase with which the key of a sign-in is encrypted: asked for before the key is fetched. */
export class KeyPassphrase {
  readonly #app: App;
  readonly #lock: ObservableState<KeyLockState>;
  #isBusy = false;

  constructor(app: App) {
    this.#app = app;
    this.#lock = new ObservableState<KeyLockState>(app.dependencies.secrets.lockState, 'none');
  }

  /** True if the person chooses a passphrase that no key has had before. */
  get isNew(): boolean {
    return this.#lock.current === 'none';
  }

  /**
   * Fetches the key and sets up the connection. Returns what is wrong with the passphrase; an empty text if the
   * passphrase is accepted.
   */
  readonly accept = async (passphrase: string): Promise<string> => {
    const { dependencies, grant, words } = this.#app;
    if (!grant || this.#isBusy) return '';
    this.#isBusy = true;
    const { secrets } = dependencies;
    const error = await unlockKeys(secrets, await currentValue(secrets.lockState), passphrase);
    if (error) {
      this.#isBusy = false;
      return words.t(`connection.${error}`);
    }
    await connectWithGrantedKey(this.#app, grant);
    this.#app.grant = null;
    return '';
  };

  /** Ends the sign-in, unless its key is being fetched. */
  readonly leave = (): void => {
    const { grant } = this.#app;
    this.#app.grant = null;
    if (!grant || this.#isBusy) return;
    grant.drop();
    warnOfMissingKey(this.#app, 'unfinished');
  };
}

/**
 * Deletes the encrypted keys of all connections, such as after the person has forgotten their passphrase; these are
 * then connections without a key.
 */
export async function forgetEncryptedKeys({
  dependencies: { secrets, stores },
}: Pick<App, 'dependencies'>): Promise<void> {
  for (const profile of await currentValue(stores.profiles.list())) {
    if ((await secrets.keyPlaceOf(profile.id, profile.base_url)) !== 'passphrase') continue;
    await secrets.remove(profile.id);
    if (profile.with_key) await stores.profiles.save({ ...profile, with_key: false });
  }
}
