import { apiKeyFromPastedText } from './connection-form-checks.ts';
import {
  searchBaseUrl,
  searchProviderPresets,
  searchKeyName,
  type SearchProviderName,
} from '../../records/search-settings.ts';
import type { SearchOutcome } from '../../records/search-outcome.ts';
import type { ApiKeyStoragePlace } from '../../records/settings.ts';
import type { KeyLockState } from '../../ports/secrets.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { hostOf } from './address-checks.ts';
import { unlockKeys } from './connection-form-checks.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { typedUrl } from '../../values/typed-url.ts';

export type SearchTrialState =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'answered'; outcome: SearchOutcome }
  /** No request was made; `error` is also the last part of the message key `connection.…`. */
  | { kind: 'error'; error: 'passphrase_wrong' | 'passphrase_short' | 'passphrase_missing' | 'not_loaded' };

/**
 * The search provider and its key, as the settings show and change them. Each change is stored at once, except of the
 * key.
 */
export class SearchSettingsForm {
  readonly #app: App;
  readonly #lock: ObservableState<KeyLockState>;
  #asking: AbortController | null = null;

  address = $state('');
  language = $state('');
  key = $state('');
  place = $state<ApiKeyStoragePlace>('session');
  passphrase = $state('');
  /** Where a key for the present address is stored, locked or not; null if there is none. */
  kept = $state<ApiKeyStoragePlace | null>(null);
  trial = $state.raw<SearchTrialState>({ kind: 'idle' });
  addressFault = $state<'invalid' | 'insecure' | 'barred_port' | null>(null);
  languageFault = $state(false);

  constructor(app: App) {
    this.#app = app;
    this.#lock = new ObservableState<KeyLockState>(app.dependencies.secrets.lockState, 'none');
    const { base_url, language } = app.settings.search;
    this.address = base_url;
    this.language = language;
    void this.#lookForKey();
  }

  get provider(): SearchProviderName {
    return this.#app.settings.search.provider;
  }

  readonly known = $derived.by(() => searchProviderPresets[this.provider]);
  /** The base URL of the provider; empty if there is none. */
  readonly base = $derived.by(() => searchBaseUrl(this.#app.settings.search));
  readonly host = $derived(hostOf(this.base.replace('{lang}', 'en')).replace(/^en\.(?=wikipedia\.org$)/, ''));
  readonly hasKey = $derived(this.kept !== null);
  readonly choice = $derived({ needsKey: this.known.key === 'needed', keyPage: this.known.key_page });

  get lockState(): KeyLockState {
    return this.#lock.current;
  }

  get asksPassphrase(): boolean {
    return this.lockState !== 'open' && (this.place === 'passphrase' || this.kept === 'passphrase');
  }

  readonly choose = async (provider: SearchProviderName): Promise<void> => {
    this.address = '';
    this.addressFault = null;
    this.key = '';
    await this.#change({ provider, base_url: '' });
  };

  /** Returns what is wrong with a field of the key, in the reader's language. */
  readonly errorAt = (field: string | null): string | undefined =>
    this.trial.kind === 'error' && field === 'passphrase' && this.trial.error !== 'not_loaded'
      ? this.#app.words.t(`connection.${this.trial.error}`)
      : undefined;

  /** Removes the errors, since the invalid field has been changed. */
  readonly corrected = (): void => {
    this.addressFault = null;
    this.languageFault = false;
    if (this.trial.kind === 'error') this.trial = { kind: 'idle' };
  };

  /** Stores the address; an invalid one only sets `addressFault`. */
  readonly keepAddress = async (): Promise<void> => {
    const base_url = this.address.trim().replace(/\/+$/, '');
    const hasKey = this.known.key !== 'none';
    this.addressFault = base_url === '' ? null : searchAddressFault(base_url, { hasKey });
    if (this.addressFault === null) await this.#change({ base_url });
  };

  readonly keepLanguage = async (): Promise<void> => {
    const language = this.language.trim().toLowerCase();
    this.languageFault = language !== '' && !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(language);
    if (!this.languageFault) await this.#change({ language });
  };

  /** Stores the typed key for the present address; returns false if the encrypted keys stay locked. */
  readonly keepKey = async (): Promise<boolean> => {
    const { secrets } = this.#app.dependencies;
    const typedKey = apiKeyFromPastedText(this.key);
    const needsOpen = typedKey === '' ? this.kept === 'passphrase' : this.place === 'passphrase';
    if (needsOpen && this.lockState !== 'open') {
      const error = await unlockKeys(secrets, this.lockState, this.passphrase);
      if (error) {
        this.trial = { kind: 'error', error };
        return false;
      }
      this.passphrase = '';
    }
    if (typedKey === '') return true;
    await secrets.write(searchKeyName(this.provider), this.base, typedKey, this.place);
    this.key = '';
    await this.#lookForKey();
    return true;
  };

  readonly forgetKey = async (): Promise<void> => {
    await this.#app.dependencies.secrets.remove(searchKeyName(this.provider));
    await this.#lookForKey();
  };

  /** Runs a test query and shows the results or what is wrong. */
  readonly tryIt = async (): Promise<void> => {
    this.close();
    await this.keepAddress();
    await this.keepLanguage();
    if (this.addressFault !== null || this.languageFault || !(await this.keepKey())) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.trial = { kind: 'asking' };
    const { dependencies, settings, words } = this.#app;
    const key = await dependencies.secrets.read(searchKeyName(this.provider), this.base);
    const search = { settings: $state.snapshot(settings.search), key, query: words.t('search.sample'), language: '' };
    const outcome = await dependencies.runSearch(search, { signal: asking.signal }).catch(() => null);
    if (asking.signal.aborted) return;
    this.trial = outcome ? { kind: 'answered', outcome } : { kind: 'error', error: 'not_loaded' };
  };

  close(): void {
    this.#asking?.abort();
  }

  async #change(change: Partial<App['settings']['search']>): Promise<void> {
    this.trial = { kind: 'idle' };
    await this.#app.changeSettings({ search: { ...$state.snapshot(this.#app.settings.search), ...change } });
    await this.#lookForKey();
  }

  async #lookForKey(): Promise<void> {
    this.kept = await this.#app.dependencies.secrets.keyPlaceOf(searchKeyName(this.provider), this.base);
  }
}

/** Returns why an address cannot be used, else null. A key may not be sent unencrypted over a public network. */
function searchAddressFault(address: string, { hasKey }: { hasKey: boolean }): SearchSettingsForm['addressFault'] {
  const sample = address.replace('{lang}', 'en');
  const url = typedUrl(sample);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return 'invalid';
  if (portBlockedByBrowsers(sample) !== null) return 'barred_port';
  return url.protocol === 'http:' && hasKey && !isPrivateAddress(url.hostname) ? 'insecure' : null;
}
