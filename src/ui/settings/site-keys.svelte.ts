import { SvelteMap } from 'svelte/reactivity';
import type { ApiKeyStoragePlace } from '../../records/settings.ts';
import { type SiteKey, siteKeyId } from '../../records/site-key.ts';
import { originOfTypedAddress } from '../../values/private-address.ts';
import type { KeyLockState } from '../../ports/secrets.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { withoutOverlappingCalls } from '../kit/double-press.ts';
import { hostOf } from './address-checks.ts';
import { apiKeyFromPastedText, unlockKeys } from './connection-form-checks.ts';

type SiteKeyField = 'address' | 'header' | 'key' | 'passphrase';

const usualHeader = 'Authorization';
/** Headers that the browser or Cairn sets itself. */
const reserved =
  /^(?:accept(?:-.*)?|connection|content-.*|cookie|date|expect|host|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

/** The sites to which requests go with a key of the person, and the form that adds one or changes it. */
export class SiteKeys {
  readonly #app: App;
  readonly #lock: ObservableState<KeyLockState>;

  address = $state('');
  header = $state(usualHeader);
  /** True if `Bearer` is put before a key in the usual header, unless a word stands there already. */
  bearer = $state(true);
  key = $state('');
  place = $state<ApiKeyStoragePlace>('session');
  passphrase = $state('');
  error = $state.raw<{ field: SiteKeyField; text: string } | null>(null);
  /** Where the key of each site is stored; a site that is absent has lost its key with the tab. */
  readonly places = new SvelteMap<string, ApiKeyStoragePlace>();

  readonly site = $derived(originOfTypedAddress(this.address));
  readonly host = $derived(hostOf(this.site?.origin ?? ''));
  readonly hasKey = $derived(this.site !== null && this.places.has(this.site.origin));
  /** True if the header is the usual one, before whose key most sites expect `Bearer`. */
  readonly isUsual = $derived(this.header.trim().toLowerCase() === usualHeader.toLowerCase());
  /** There is no page on which every site's keys are made. */
  readonly choice = undefined;

  constructor(app: App) {
    this.#app = app;
    this.#lock = new ObservableState<KeyLockState>(app.dependencies.secrets.lockState, 'none');
    void this.#look();
  }

  get all(): readonly SiteKey[] {
    return this.#app.settings.site_keys ?? [];
  }

  get lockState(): KeyLockState {
    return this.#lock.current;
  }

  get asksPassphrase(): boolean {
    return this.lockState !== 'open' && this.place === 'passphrase';
  }

  /** Returns what is wrong with a field, in the reader's language. */
  readonly errorAt = (field: string | null): string | undefined =>
    this.error !== null && this.error.field === field ? this.error.text : undefined;

  /** Fills the form with a site, so that its key can be entered anew. */
  readonly edit = ({ origin, header, bearer }: SiteKey): void => {
    this.address = origin;
    this.header = header;
    this.bearer = bearer || header !== usualHeader;
    this.place = this.places.get(origin) ?? this.place;
    this.error = null;
  };

  /** Stores the key for the site, whose requests carry it from then on; `error` says why it is not stored. */
  readonly save = withoutOverlappingCalls(async (): Promise<void> => {
    const { secrets } = this.#app.dependencies;
    const header = this.header.trim();
    const key = apiKeyFromPastedText(this.key);
    this.error = this.#wrongField(header, key) ?? (await this.#wrongPassphrase());
    if (this.error || !this.site) return;
    const { origin } = this.site;
    if (!(await secrets.write(siteKeyId(origin), origin, key, this.place))) {
      this.error = { field: 'passphrase', text: this.#app.words.t('connection.passphrase_missing') };
      return;
    }
    const bearer = this.isUsual && this.bearer && !key.includes(' ');
    if (!(await this.#keep([...this.all.filter((each) => each.origin !== origin), { origin, header, bearer }]))) return;
    [this.address, this.header, this.key, this.passphrase] = ['', usualHeader, '', ''];
    this.bearer = true;
  });

  readonly remove = async ({ origin }: SiteKey): Promise<void> => {
    await this.#app.dependencies.secrets.remove(siteKeyId(origin));
    if (!(await this.#keep(this.all.filter((each) => each.origin !== origin)))) return;
    this.#app.toasts.tell(this.#app.words.t('settings.site_key_removed', { site: origin }));
  };

  #wrongField(header: string, key: string): SiteKeys['error'] {
    const { words } = this.#app;
    const { site } = this;
    if (!site) return { field: 'address', text: words.t('settings.site_unreadable') };
    if (site.origin.startsWith('http:') && !site.private_address)
      return { field: 'address', text: words.t('settings.site_key_insecure') };
    if (!/^[a-z][a-z0-9-]{0,60}$/i.test(header) || reserved.test(header))
      return { field: 'header', text: words.t('settings.site_key_header_wrong') };
    if (key === '') return { field: 'key', text: words.t('settings.site_key_empty') };
    return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
      ? null
      : { field: 'key', text: words.t('settings.site_key_wrong') };
  }

  async #wrongPassphrase(): Promise<SiteKeys['error']> {
    if (!this.asksPassphrase) return null;
    const { dependencies, words } = this.#app;
    const wrong = await unlockKeys(dependencies.secrets, this.lockState, this.passphrase);
    return wrong && { field: 'passphrase', text: words.t(`connection.${wrong}`) };
  }

  /** Resolves to false, with a toast, if the list could not be stored. */
  async #keep(site_keys: SiteKey[]): Promise<boolean> {
    const isKept = await this.#app.changeSettings({ site_keys: $state.snapshot(site_keys) });
    await this.#look();
    return isKept;
  }

  async #look(): Promise<void> {
    const { secrets } = this.#app.dependencies;
    for (const origin of [...this.places.keys()])
      if (!this.all.some((each) => each.origin === origin)) this.places.delete(origin);
    for (const { origin } of this.all) {
      const place = await secrets.keyPlaceOf(siteKeyId(origin), origin);
      if (place) this.places.set(origin, place);
      else this.places.delete(origin);
    }
  }
}
