import type { ConnectionFinding } from '../../records/connection-finding.ts';
import { isOnDevice, type Profile } from '../../records/profile.ts';
import type { ApiKeyStoragePlace } from '../../records/settings.ts';
import type { MessageKey } from '../../i18n/translate.ts';
import type { KeyLockState } from '../../ports/secrets.ts';
import type { AppDependencies, ProviderChoice } from '../app/app-dependencies.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { hostOf } from './address-checks.ts';
import { providerName } from './provider-name.ts';
import type { ConnectionFormError } from './connection-form-checks.ts';
import type { ConnectionReport, connectionFindingFormatter } from './connection-report.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** Code that is needed only once something was entered. */
const checks = () => import('./connection-form-checks.ts');
const idle: ConnectionState = { kind: 'idle' };

export type ConnectionState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  /** `not_loaded`: a part of the page could not be loaded. */
  | { kind: 'error'; error: ConnectionFormError | 'not_loaded' }
  | { kind: 'tested'; finding: ConnectionFinding; report: ReturnType<typeof connectionFindingFormatter> }
  | { kind: 'saved' };

/**
 * The form of a model connection, on the welcome page and in the settings. The key is passed to the browser's secrets
 * only.
 */
export class ConnectionForm {
  /** The id of the connection. */
  readonly id: string;
  readonly #dependencies: AppDependencies;
  readonly #words: Translator;
  #test: AbortController | null = null;

  #preselected = '';
  provider = $state('');
  baseUrl = $state('');
  model = $state('');
  key = $state('');
  place = $state<ApiKeyStoragePlace>('session');
  /** The person's name for the connection; if empty, provider and model are shown. */
  name = $state('');
  /** The API, the reasoning effort and background mode, as far as the person or a test has set them. */
  call = $state.raw<Pick<Profile, 'api' | 'effort' | 'background'>>({});
  passphrase = $state('');
  /** The outcome of the last action, and the input that it belongs to. */
  #outcome = $state.raw(idle);
  #told = '';
  /** The address and the key that the endpoint refused last; an empty key is the stored one. */
  #refusedKey = $state('');
  /** True if the last saved connection uses a model that it did not use before. */
  isNewModel = false;
  /** Where a key for the present address is stored, locked or not; null if there is none. */
  kept = $state<ApiKeyStoragePlace | null>(null);
  /** The other place where it is kept. */
  keptToo = $state<ApiKeyStoragePlace | null>(null);
  readonly #lock: ObservableState<KeyLockState>;

  readonly choice = $derived<ProviderChoice | undefined>(this.choices.find((choice) => choice.id === this.provider));
  /** The models to offer: those that the endpoint listed, else those of the provider's preset. */
  readonly models = $derived(
    this.#outcome.kind === 'tested' && this.#outcome.finding.models.length > 0
      ? this.#outcome.finding.models
      : (this.choice?.models ?? []),
  );
  /** The field with the error: `url`, `model`, `key`, `passphrase`, or no field; empty if there is no error. */
  readonly faulty = $derived(this.state.kind === 'error' ? (this.state.error.split('_')[0] ?? '') : '');
  readonly host = $derived(hostOf(this.baseUrl));
  readonly hasKey = $derived(this.kept !== null);
  readonly isOnDevice = $derived(isOnDevice({ provider: this.provider }));

  /**
   * `id` is that of the connection to change; absent for a new one. The caller fills in its fields and then looks for
   * its key.
   */
  constructor(dependencies: AppDependencies, words: Translator, id = dependencies.clock.newId('connection')) {
    this.#dependencies = dependencies;
    this.#words = words;
    this.id = id;
    this.#lock = new ObservableState<KeyLockState>(dependencies.secrets.lockState, 'none');
    this.preselect();
  }

  get #about(): string {
    return [this.baseUrl, this.model, this.key, this.call.api].join();
  }

  /** The state of the form; the outcome of an action disappears once the input that it belongs to has changed. */
  get state(): ConnectionState {
    const outcome = this.#outcome;
    return this.#told === this.#about ? outcome : idle;
  }

  get #addressedKey(): string {
    return `${this.baseUrl} ${this.key.trim()}`;
  }

  /** Marks the key that is now entered as refused by the endpoint. */
  readonly refuseKey = (): void => {
    this.#refusedKey = this.#addressedKey;
  };

  /** True if the endpoint refused the key when it was last tested, whatever else has changed since. */
  get isKeyRefused(): boolean {
    return this.#refusedKey === this.#addressedKey;
  }

  /** `open` if encrypted keys can be read; otherwise they need a passphrase first. */
  get lockState(): KeyLockState {
    return this.#lock.current;
  }

  /** True if the form needs a passphrase. */
  get asksPassphrase(): boolean {
    return this.lockState !== 'open' && (this.place === 'passphrase' || this.kept === 'passphrase');
  }

  /** The connection as it is entered. */
  get profile(): Profile {
    return {
      id: this.id,
      provider: this.provider,
      base_url: this.baseUrl.trim().replace(/\/+$/, ''),
      model: this.model.trim(),
      key_place: this.place,
      ...this.call,
      ...(this.isKeyRefused && { key_refused: true }),
      ...(this.name.trim() && { name: this.name.trim().slice(0, 60) }),
    };
  }

  /** The providers in the order in which a page in the reader's language offers them. */
  get choices(): readonly ProviderChoice[] {
    const { providers } = this.#dependencies;
    return this.#words.language === 'zh'
      ? providers.toSorted((a, b) => Number(!a.chineseName) - Number(!b.chineseName))
      : providers;
  }

  /**
   * Selects the provider that a page in the reader's language offers first, unless another one or a key was entered.
   */
  readonly preselect = (): void => {
    const first = this.choices[0]?.id ?? '';
    if (this.provider === this.#preselected && !this.key) this.#preset(first);
    this.#preselected = first;
  };

  #preset(id: string): void {
    this.provider = id;
    this.baseUrl = this.choice?.baseUrl ?? '';
    this.model = this.choice?.models[0] ?? '';
  }

  readonly choose = (id: string): void => {
    this.#preset(id);
    this.key = '';
    this.call = { effort: this.call.effort };
    void this.addressChanged();
  };

  /** Handles a changed address: cancels the test, and looks for a stored key, which is bound to its address. */
  readonly addressChanged = (): Promise<void> => {
    this.#test?.abort();
    this.#tell(idle);
    return this.#lookForKey();
  };

  /** Tests the connection; without a model, only lists the models of the endpoint. */
  readonly test = async (): Promise<void> => {
    const about = this.#about;
    const profile = await this.#checked({ modelOpen: true });
    if (!profile) return;
    const test = new AbortController();
    this.#test = test;
    const isOver = () => test.signal.aborted || this.#about !== about;
    if (isOver()) return;
    void this.#words.loadAll();
    this.#tell({ kind: 'testing' });
    if (!(await this.#unlockKeys(this.kept === 'passphrase' && this.key.trim() === ''))) return;
    const key = this.key.trim() || (await this.#dependencies.secrets.read(profile.id, profile.base_url));
    if (isOver()) return;
    const testResult = await Promise.all([
      this.#dependencies.testConnection(profile, key, { signal: test.signal }),
      import('./connection-report.ts'),
    ]).catch(() => null);
    if (isOver()) return;
    if (testResult?.[0].ok && testResult[0].api) this.call = { ...this.call, api: testResult[0].api };
    const verdict = testResult?.[1].keyWasRefused(testResult[0]);
    if (verdict !== undefined) this.#refusedKey = verdict ? this.#addressedKey : '';
    this.#tell(
      testResult
        ? {
            kind: 'tested',
            finding: testResult[0],
            report: testResult[1].connectionFindingFormatter(testResult[0], profile, this.choice),
          }
        : { kind: 'error', error: 'not_loaded' },
    );
    if (verdict !== undefined && !this.key.trim())
      await testResult?.[1].saveKeyTestResult(this.#dependencies.stores.profiles, this.profile);
  };

  /** The result of the last test, in the reader's language. */
  get tested(): ConnectionReport | null {
    const { state } = this;
    return state.kind === 'tested' ? state.report(this.#words) : null;
  }

  /** Stores the connection; returns null if it is incomplete, which `state` then explains. */
  readonly save = async (): Promise<Profile | null> => {
    const wasKeyRefused = this.isKeyRefused;
    const profile = await this.#checked();
    if (!profile) return null;
    const { secrets, stores } = this.#dependencies;
    const encrypts = profile.key_place === 'passphrase';
    const moves = this.kept !== null && this.kept !== profile.key_place;
    const { apiKeyFromPastedText, reuseTestFindings } = await checks();
    const typedKey = apiKeyFromPastedText(this.key);
    if (!(await this.#unlockKeys(typedKey ? encrypts : moves && (encrypts || this.kept === 'passphrase')))) return null;
    const key = typedKey || (moves ? await secrets.read(profile.id, profile.base_url) : null);
    if (key) await secrets.write(profile.id, profile.base_url, key, profile.key_place);
    const { found, isNew } = reuseTestFindings(profile, await stores.profiles.get(profile.id));
    this.isNewModel = isNew;
    await stores.profiles.save({ ...found, ...((typedKey || this.kept !== null) && { with_key: true }) });
    this.key = '';
    this.passphrase = '';
    await this.#lookForKey();
    this.#refusedKey = wasKeyRefused ? this.#addressedKey : '';
    this.#tell({ kind: 'saved' });
    return profile;
  };

  close(): void {
    this.#test?.abort();
  }

  /** Returns what is wrong with a field, in the reader's language. */
  readonly errorAt = (field: string): string | undefined => (this.faulty === field ? this.report() : undefined);

  /** Removes the error, since the invalid field has been changed. */
  readonly corrected = (): void => {
    if (this.state.kind === 'error') this.#tell(idle);
  };

  /** Returns the result of the form's last action, in the reader's language; empty if there is none. */
  report(): string {
    const { t, tDynamic } = this.#words;
    switch (this.state.kind) {
      case 'idle':
        return '';
      case 'testing':
        return t('connection.testing');
      case 'error':
        return tDynamic(`connection.${this.state.error}` satisfies MessageKey, {
          provider: providerName(this.choice, this.#words.language) || this.host,
          model: this.model,
        });
      case 'tested':
        return this.tested?.headline ?? '';
      case 'saved':
        return t(this.isKeyRefused ? 'connection.saved_refused' : 'connection.saved');
    }
  }

  async #checked({ modelOpen = false } = {}): Promise<Profile | null> {
    this.#test?.abort();
    const { profile } = this;
    const hasKey = this.hasKey || this.key.trim() !== '';
    const error = await checks().then(
      ({ connectionFormError }) => connectionFormError(profile, { hasKey, needsKey: this.choice?.needsKey ?? false }),
      () => 'not_loaded' as const,
    );
    if (!error || (modelOpen && error === 'model_missing')) return profile;
    this.#tell({ kind: 'error', error });
    return null;
  }

  #tell(state: ConnectionState): void {
    this.#told = this.#about;
    this.#outcome = state;
  }

  async #lookForKey(): Promise<void> {
    const address = this.baseUrl.trim().replace(/\/+$/, '');
    const { secrets } = this.#dependencies;
    this.keptToo = await secrets.otherKeyPlaceOf(this.id, address);
    this.kept = await secrets.keyPlaceOf(this.id, address);
  }

  /** Unlocks the encrypted keys if `needed`; returns false and reports an error if they stay locked. */
  async #unlockKeys(needed: boolean): Promise<boolean> {
    if (!needed || this.lockState === 'open') return true;
    const { unlockKeys } = await checks();
    const error = await unlockKeys(this.#dependencies.secrets, this.lockState, this.passphrase);
    if (error) this.#tell({ kind: 'error', error });
    return error === null;
  }
}
