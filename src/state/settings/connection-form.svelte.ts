import type { ConnectionFinding } from '../../domain/model/connection-finding.ts';
import { isOnDevice, type Profile } from '../../domain/model/profile.ts';
import type { KeyPlace } from '../../domain/settings/settings.ts';
import type { MessageKey } from '../../text/translate.ts';
import type { LockState } from '../../ports/secrets.ts';
import type { AppDependencies, ProviderChoice } from '../app/app-dependencies.ts';
import { Bridge } from '../app/bridge.svelte.ts';
import { checkConnection, type ConnectionProblem, hostOf } from './address-checks.ts';
import type { ConnectionReport, connectionReport, Tested } from './connection-report.ts';
import type { Words } from '../app/words.svelte.ts';

const shortestPassphrase = 8;

export type ConnectionState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  /** `not_loaded`: a part of the page that is needed could not be fetched. */
  | { kind: 'problem'; problem: ConnectionProblem | 'not_loaded' }
  | { kind: 'tested'; finding: ConnectionFinding; tested: Tested; word: typeof connectionReport }
  | { kind: 'saved' };

/** The form of a model connection, on the welcome page and in the settings. The key leaves it only for the vault. */
export class ConnectionForm {
  /** Of the connection that the form is about. */
  readonly id: string;
  readonly #dependencies: AppDependencies;
  readonly #words: Words;
  #test: AbortController | null = null;

  provider = $state('');
  baseUrl = $state('');
  model = $state('');
  key = $state('');
  place = $state<KeyPlace>('session');
  /** What the person calls the connection; empty: by its provider and model. */
  name = $state('');
  passphrase = $state('');
  state = $state.raw<ConnectionState>({ kind: 'idle' });
  /** Whether what was saved last is a model that the connection did not lead to before. */
  isNewModel = false;
  /** Where a key for the present address is kept, readable or not. */
  kept = $state<KeyPlace | null>(null);
  readonly #lock: Bridge<LockState>;

  readonly choice = $derived<ProviderChoice | undefined>(this.choices.find((choice) => choice.id === this.provider));
  /** Models to offer: those that the endpoint listed, else those that come with the provider. */
  readonly models = $derived(
    this.state.kind === 'tested' && this.state.finding.models.length > 0
      ? this.state.finding.models
      : (this.choice?.models ?? []),
  );
  readonly host = $derived(hostOf(this.baseUrl));
  readonly hasKey = $derived(this.kept !== null);
  readonly isOnDevice = $derived(isOnDevice({ provider: this.provider }));

  /** `present` is the connection to be changed; without one a new one is made. */
  constructor(dependencies: AppDependencies, words: Words, present: Profile | null) {
    this.#dependencies = dependencies;
    this.#words = words;
    this.id = present?.id ?? dependencies.clock.newId('connection');
    this.#lock = new Bridge<LockState>(dependencies.secrets.lockState, 'none');
    this.name = present?.name ?? '';
    const first = dependencies.providers[0];
    this.provider = present?.provider ?? first?.id ?? '';
    this.baseUrl = present?.base_url ?? first?.baseUrl ?? '';
    this.model = present?.model ?? first?.models[0] ?? '';
    this.place = present?.key_place ?? 'session';
    void this.#lookForKey();
  }

  /** Encrypted keys here cannot be read, or have no passphrase yet, until one is given. */
  get lockState(): LockState {
    return this.#lock.current;
  }

  /** Whether a passphrase is of use for what the form says. */
  get asksPassphrase(): boolean {
    return this.lockState !== 'open' && (this.place === 'passphrase' || this.kept === 'passphrase');
  }

  get choices(): readonly ProviderChoice[] {
    return this.#dependencies.providers;
  }

  readonly choose = (id: string): void => {
    this.#test?.abort();
    this.provider = id;
    this.baseUrl = this.choice?.baseUrl ?? '';
    this.model = this.choice?.models[0] ?? '';
    this.key = '';
    this.state = { kind: 'idle' };
    void this.#lookForKey();
  };

  /** A change of the address takes the key away from it: keys are bound to their address. */
  readonly addressChanged = (): void => {
    this.#test?.abort();
    this.state = { kind: 'idle' };
    void this.#lookForKey();
  };

  /** Without a model, the test can still list those that there are. */
  readonly test = async (): Promise<void> => {
    const profile = this.#checked({ modelOpen: true });
    if (!profile) return;
    this.#test?.abort();
    const test = new AbortController();
    this.#test = test;
    const isOver = () => test.signal.aborted;
    void this.#words.complete();
    this.state = { kind: 'testing' };
    if (!(await this.#unlocked(this.kept === 'passphrase' && this.key.trim() === ''))) return;
    const key = this.key.trim() || (await this.#dependencies.secrets.read(profile.id, profile.base_url));
    if (isOver()) return;
    const found = await Promise.all([
      this.#dependencies.testConnection(profile, key, { signal: test.signal }),
      import('./connection-report.ts'),
    ]).catch(() => null);
    if (isOver()) return;
    this.state = found ? this.#found(profile, ...found) : { kind: 'problem', problem: 'not_loaded' };
  };

  /** Takes up a base URL or a model that the test came upon, and tests that. */
  readonly take = async ({ baseUrl = this.baseUrl, model = this.model }): Promise<void> => {
    this.baseUrl = baseUrl;
    this.model = model;
    await this.#lookForKey();
    await this.test();
  };

  #found(
    { base_url: baseUrl, model }: Profile,
    finding: ConnectionFinding,
    { connectionReport: word }: { connectionReport: typeof connectionReport },
  ): ConnectionState {
    const host = hostOf(baseUrl);
    const provider = this.choice?.name || host;
    return { kind: 'tested', finding, tested: { provider, baseUrl, host, model }, word };
  }

  /** What the last test found, in the reader's words. */
  get tested(): ConnectionReport | null {
    const { state } = this;
    return state.kind === 'tested' ? state.word(state.finding, state.tested, this.#words) : null;
  }

  /** Stores the connection; null when something is missing, which `state` then says. */
  readonly save = async (): Promise<Profile | null> => {
    const profile = this.#checked();
    if (!profile) return null;
    const { secrets, stores } = this.#dependencies;
    const encrypts = profile.key_place === 'passphrase';
    const moves = this.kept !== null && this.kept !== profile.key_place;
    const typed = this.key.trim();
    if (!(await this.#unlocked(typed ? encrypts : moves && (encrypts || this.kept === 'passphrase')))) return null;
    const key = typed || (moves ? await secrets.read(profile.id, profile.base_url) : null);
    if (key) await secrets.write(profile.id, profile.base_url, key, profile.key_place);
    await stores.profiles.save(await this.#withFinding(profile));
    this.key = '';
    this.passphrase = '';
    await this.#lookForKey();
    this.state = { kind: 'saved' };
    return profile;
  };

  readonly forget = async (): Promise<void> => {
    await this.#dependencies.secrets.remove(this.id);
    this.kept = null;
  };

  close(): void {
    this.#test?.abort();
  }

  /** What the form says about its last deed, in the reader's language; empty while there is nothing to say. */
  report(): string {
    const { t, say } = this.#words;
    const provider = this.choice?.name || this.host;
    const params = { provider, model: this.model };
    switch (this.state.kind) {
      case 'idle':
        return '';
      case 'testing':
        return t('connection.testing');
      case 'problem':
        return say(`connection.${this.state.problem}` satisfies MessageKey, params);
      case 'tested':
        return this.tested?.headline ?? '';
      case 'saved':
        return t('connection.saved');
    }
  }

  #checked({ modelOpen = false } = {}): Profile | null {
    this.#test?.abort();
    const profile: Profile = {
      id: this.id,
      provider: this.provider,
      base_url: this.baseUrl.trim().replace(/\/+$/, ''),
      model: this.model.trim(),
      key_place: this.place,
      ...(this.name.trim() && { name: this.name.trim().slice(0, 60) }),
    };
    const hasKey = this.hasKey || this.key.trim() !== '';
    const problem = checkConnection(profile, { hasKey, needsKey: this.choice?.needsKey ?? false });
    if (!problem || (modelOpen && problem === 'model_missing')) return profile;
    this.state = { kind: 'problem', problem };
    return null;
  }

  /** What was found out about an endpoint and its model stays true while both stay the same (R4.7). */
  async #withFinding(profile: Profile): Promise<Profile> {
    const before = await this.#dependencies.stores.profiles.get(profile.id);
    const same = before?.base_url === profile.base_url && before.model === profile.model;
    this.isNewModel = !same;
    if (!same) return profile;
    const { protocol, exam } = before;
    return { ...profile, ...(protocol && { protocol }), ...(exam && { exam }) };
  }

  async #lookForKey(): Promise<void> {
    const address = this.baseUrl.trim().replace(/\/+$/, '');
    this.kept = await this.#dependencies.secrets.holds(this.id, address);
  }

  /** Opens the vault where that is needed; false, and a problem told, where it stays shut. */
  async #unlocked(needed: boolean): Promise<boolean> {
    if (!needed || this.lockState === 'open') return true;
    const fresh = this.lockState === 'none';
    if (this.passphrase.length < (fresh ? shortestPassphrase : 1)) {
      this.state = { kind: 'problem', problem: fresh ? 'passphrase_short' : 'passphrase_missing' };
      return false;
    }
    if (await this.#dependencies.secrets.unlock(this.passphrase)) return true;
    this.state = { kind: 'problem', problem: 'passphrase_wrong' };
    return false;
  }
}
