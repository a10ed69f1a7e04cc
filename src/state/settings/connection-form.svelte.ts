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
const idle: ConnectionState = { kind: 'idle' };

export type ConnectionState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  /** `not_loaded`: a part of the page that is needed could not be loaded. */
  | { kind: 'problem'; problem: ConnectionProblem | 'not_loaded' }
  | { kind: 'tested'; finding: ConnectionFinding; tested: Tested; word: typeof connectionReport }
  | { kind: 'saved'; refused: boolean };

/**
 * The form of a model connection, on the welcome page and in the settings. The key is passed to the browser's secrets
 * only.
 */
export class ConnectionForm {
  /** The id of the connection. */
  readonly id: string;
  readonly #dependencies: AppDependencies;
  readonly #words: Words;
  #test: AbortController | null = null;

  provider = $state('');
  baseUrl = $state('');
  model = $state('');
  key = $state('');
  place = $state<KeyPlace>('session');
  /** The person's name for the connection; empty: provider and model are shown. */
  name = $state('');
  /** How the model is asked, as far as the person or a test has said. */
  call = $state.raw<Pick<Profile, 'api' | 'effort'>>({});
  passphrase = $state('');
  /** The outcome of the last action, and what it was about. */
  #outcome = $state.raw(idle);
  #told = '';
  /** Whether the connection saved last uses a model that it did not use before. */
  isNewModel = false;
  /** Where a key for the present address is stored, readable or not. */
  kept = $state<KeyPlace | null>(null);
  readonly #lock: Bridge<LockState>;

  readonly choice = $derived<ProviderChoice | undefined>(this.choices.find((choice) => choice.id === this.provider));
  /** The models to offer: those that the endpoint listed, else those of the provider's preset. */
  readonly models = $derived(
    this.#outcome.kind === 'tested' && this.#outcome.finding.models.length > 0
      ? this.#outcome.finding.models
      : (this.choice?.models ?? []),
  );
  readonly host = $derived(hostOf(this.baseUrl));
  readonly hasKey = $derived(this.kept !== null);
  readonly isOnDevice = $derived(isOnDevice({ provider: this.provider }));

  /** `present` is the connection to change; without one a new one is made. */
  constructor(dependencies: AppDependencies, words: Words, present: Profile | null) {
    this.#dependencies = dependencies;
    this.#words = words;
    this.id = present?.id ?? dependencies.clock.newId('connection');
    this.#lock = new Bridge<LockState>(dependencies.secrets.lockState, 'none');
    this.name = present?.name ?? '';
    this.call = { api: present?.api, effort: present?.effort };
    const first = dependencies.providers[0];
    this.provider = present?.provider ?? first?.id ?? '';
    this.baseUrl = present?.base_url ?? first?.baseUrl ?? '';
    this.model = present?.model ?? first?.models[0] ?? '';
    this.place = present?.key_place ?? 'session';
    void this.#lookForKey();
  }

  get #about(): string {
    return [this.baseUrl, this.model, this.key, this.call.api].join();
  }

  /** The state of the form; the outcome of an action is gone once what it was about has changed. */
  get state(): ConnectionState {
    const outcome = this.#outcome;
    return this.#told === this.#about ? outcome : idle;
  }

  /** Whether the endpoint refused the key in the last test, also once it was saved all the same. */
  get isKeyRefused(): boolean {
    const { state } = this;
    if (state.kind !== 'tested') return state.kind === 'saved' && state.refused;
    return !state.finding.ok && state.finding.cause.code === 'wrong_key';
  }

  /** Whether encrypted keys can be read, or need a passphrase first. */
  get lockState(): LockState {
    return this.#lock.current;
  }

  /** Whether the form needs a passphrase. */
  get asksPassphrase(): boolean {
    return this.lockState !== 'open' && (this.place === 'passphrase' || this.kept === 'passphrase');
  }

  get choices(): readonly ProviderChoice[] {
    return this.#dependencies.providers;
  }

  readonly choose = (id: string): void => {
    this.provider = id;
    this.baseUrl = this.choice?.baseUrl ?? '';
    this.model = this.choice?.models[0] ?? '';
    this.key = '';
    this.call = { effort: this.call.effort };
    this.addressChanged();
  };

  /** Handles a changed address: clears the key, which is bound to its address. */
  readonly addressChanged = (): void => {
    this.#test?.abort();
    this.#tell(idle);
    void this.#lookForKey();
  };

  /** Tests the connection; without a model, only lists those that the endpoint has. */
  readonly test = async (): Promise<void> => {
    const profile = this.#checked({ modelOpen: true });
    if (!profile) return;
    const test = new AbortController();
    this.#test = test;
    const about = this.#about;
    const isOver = () => test.signal.aborted || this.#about !== about;
    void this.#words.complete();
    this.#tell({ kind: 'testing' });
    if (!(await this.#unlocked(this.kept === 'passphrase' && this.key.trim() === ''))) return;
    const key = this.key.trim() || (await this.#dependencies.secrets.read(profile.id, profile.base_url));
    if (isOver()) return;
    const found = await Promise.all([
      this.#dependencies.testConnection(profile, key, { signal: test.signal }),
      import('./connection-report.ts'),
    ]).catch(() => null);
    if (isOver()) return;
    if (found?.[0].ok && found[0].api) this.call = { ...this.call, api: found[0].api };
    this.#tell(found ? this.#found(profile, ...found) : { kind: 'problem', problem: 'not_loaded' });
  };

  /** Applies a base URL or a model that the test suggested, and tests again. */
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

  /** The result of the last test, in the reader's language. */
  get tested(): ConnectionReport | null {
    const { state } = this;
    return state.kind === 'tested' ? state.word(state.finding, state.tested, this.#words) : null;
  }

  /** Stores the connection; null where something is missing, which `state` then says. */
  readonly save = async (): Promise<Profile | null> => {
    const refused = this.isKeyRefused;
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
    this.#tell({ kind: 'saved', refused });
    return profile;
  };

  readonly forget = async (): Promise<void> => {
    await this.#dependencies.secrets.remove(this.id);
    this.kept = null;
  };

  close(): void {
    this.#test?.abort();
  }

  /** The result of the form's last action, in the reader's language; empty while there is none. */
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
        return t(this.isKeyRefused ? 'connection.saved_refused' : 'connection.saved');
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
      ...this.call,
      ...(this.name.trim() && { name: this.name.trim().slice(0, 60) }),
    };
    const hasKey = this.hasKey || this.key.trim() !== '';
    const problem = checkConnection(profile, { hasKey, needsKey: this.choice?.needsKey ?? false });
    if (!problem || (modelOpen && problem === 'model_missing')) return profile;
    this.#tell({ kind: 'problem', problem });
    return null;
  }

  #tell(state: ConnectionState): void {
    this.#told = this.#about;
    this.#outcome = state;
  }

  /** The profile with what was found out about the endpoint and its model, while both stay the same (R4.7). */
  async #withFinding(profile: Profile): Promise<Profile> {
    const before = await this.#dependencies.stores.profiles.get(profile.id);
    const same = before?.base_url === profile.base_url && before.model === profile.model;
    this.isNewModel = !same;
    if (!same) return profile;
    const { protocol, sees, exam } = before;
    const refuses = before.api === profile.api ? before.refuses : undefined;
    return { ...profile, protocol, sees, refuses, exam };
  }

  async #lookForKey(): Promise<void> {
    const address = this.baseUrl.trim().replace(/\/+$/, '');
    this.kept = await this.#dependencies.secrets.holds(this.id, address);
  }

  /** Unlocks the encrypted keys where that is needed; false, with a problem reported, where they stay locked. */
  async #unlocked(needed: boolean): Promise<boolean> {
    if (!needed || this.lockState === 'open') return true;
    const fresh = this.lockState === 'none';
    if (this.passphrase.length < (fresh ? shortestPassphrase : 1)) {
      this.#tell({ kind: 'problem', problem: fresh ? 'passphrase_short' : 'passphrase_missing' });
      return false;
    }
    if (await this.#dependencies.secrets.unlock(this.passphrase)) return true;
    this.#tell({ kind: 'problem', problem: 'passphrase_wrong' });
    return false;
  }
}
