import { firstOf } from '../../ports/observable.ts';
import type { LockState } from '../../ports/secrets.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { unlocked } from './check-connection.ts';
import { connectWith, refuse } from './key-sign-in.ts';

/** The passphrase with which the key of a sign-in is encrypted: asked for before the key is fetched. */
export class KeyPassphrase {
  readonly #app: App;
  readonly #lock: ObservableState<LockState>;
  passphrase = $state('');
  problem = $state('');
  isBusy = $state(false);

  constructor(app: App) {
    this.#app = app;
    this.#lock = new ObservableState<LockState>(app.dependencies.secrets.lockState, 'none');
  }

  /** Whether the person chooses a passphrase now, which no key has had before. */
  get isNew(): boolean {
    return this.#lock.current === 'none';
  }

  /** Fetches the key and makes the connection; false where the passphrase is none, which `problem` then says. */
  readonly accept = async (): Promise<boolean> => {
    const { dependencies, grant, words } = this.#app;
    if (!grant || this.isBusy) return true;
    this.isBusy = true;
    const { secrets } = dependencies;
    const error = await unlocked(secrets, await firstOf(secrets.lockState), this.passphrase);
    if (error) {
      this.problem = words.t(`connection.${error}`);
      this.isBusy = false;
      return false;
    }
    await connectWith(this.#app, grant);
    this.#app.grant = null;
    return true;
  };

  /** Ends the sign-in, unless its key is being fetched. */
  readonly leave = (): void => {
    const { grant } = this.#app;
    this.#app.grant = null;
    if (!grant || this.isBusy) return;
    grant.drop();
    refuse(this.#app, 'unfinished');
  };
}
