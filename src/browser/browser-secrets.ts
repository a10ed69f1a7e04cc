import { isRecord, parseJson } from '../values/json.ts';
import { Emitter } from '../values/emitter.ts';
import type { ApiKeyStoragePlace } from '../records/settings.ts';
import type { Observable } from '../ports/observable.ts';
import type { KeyLockState, Secrets } from '../ports/secrets.ts';
import type { PassphraseBox, EncryptedText } from './passphrase-box.ts';

interface Kept {
  base_url: string;
  secret: string | EncryptedText;
}

const prefix = 'cairn.key.';
const lockName = 'cairn.passphrase';

/**
 * Stores keys in the browser's two simple storages: `session` in `sessionStorage`, which survives a reload and is
 * cleared with the tab; `device` in `localStorage`, which also holds `passphrase` keys, encrypted. They are outside of
 * the database, so that no export contains them.
 */
export class BrowserSecrets implements Secrets {
  readonly #session: Storage;
  readonly #device: Storage;
  /** Loaded when a passphrase is entered. */
  #box: PassphraseBox | null = null;
  readonly #listeners = new Emitter<KeyLockState>();

  constructor(places: { session: Storage; device: Storage }) {
    this.#session = places.session;
    this.#device = places.device;
  }

  readonly lockState: Observable<KeyLockState> = {
    subscribe: (next) => {
      const end = this.#listeners.add(next);
      next(this.#state());
      return end;
    },
  };

  async read(profileId: string, baseUrl: string): Promise<string | null> {
    const secret = this.#find(profileId, baseUrl)[0]?.kept.secret ?? null;
    if (secret === null || typeof secret === 'string') return secret;
    return (await this.#box?.unseal(secret, placeOf(profileId, baseUrl))) ?? null;
  }

  async keyPlaceOf(profileId: string, baseUrl: string): Promise<ApiKeyStoragePlace | null> {
    return this.#find(profileId, baseUrl)[0]?.place ?? null;
  }

  async otherKeyPlaceOf(profileId: string, baseUrl: string): Promise<ApiKeyStoragePlace | null> {
    return this.#find(profileId, baseUrl)[1]?.place ?? null;
  }

  async write(profileId: string, baseUrl: string, key: string, place: ApiKeyStoragePlace): Promise<boolean> {
    const secret = place === 'passphrase' ? await this.#box?.seal(key, placeOf(profileId, baseUrl)) : key;
    if (!secret) return false;
    this.#drop(profileId);
    const storage = place === 'session' ? this.#session : this.#device;
    storage.setItem(prefix + profileId, JSON.stringify({ base_url: baseUrl, secret }));
    this.#tidy();
    return true;
  }

  async remove(profileId: string): Promise<void> {
    this.#drop(profileId);
    this.#tidy();
  }

  async unlock(passphrase: string): Promise<boolean> {
    const part = await import('./passphrase-box.ts');
    this.#box ??= new part.PassphraseBox(this.#device, lockName);
    const isOpened = await this.#box.open(passphrase);
    this.#tell();
    return isOpened;
  }

  async changePassphrase(passphrase: string): Promise<boolean> {
    return this.#box?.change(passphrase, prefix, placeOf) ?? false;
  }

  lock(): void {
    this.#box?.lock();
    this.#tell();
  }

  /** The copies of a key, the one that this tab uses first. */
  #find(profileId: string, baseUrl: string): { kept: Kept; place: ApiKeyStoragePlace }[] {
    return (['session', 'device'] as const).flatMap((place) => {
      const storage = place === 'session' ? this.#session : this.#device;
      const storedSecret = unpacked(storage.getItem(prefix + profileId));
      if (storedSecret?.base_url !== baseUrl) return [];
      return { kept: storedSecret, place: typeof storedSecret.secret === 'string' ? place : 'passphrase' };
    });
  }

  #drop(profileId: string): void {
    for (const storage of [this.#session, this.#device]) storage.removeItem(prefix + profileId);
  }

  /**
   * Removes the passphrase's check once no key is encrypted with it, so that the person can choose another passphrase.
   */
  #tidy(): void {
    const seals = Object.keys(this.#device).some(
      (name) => name.startsWith(prefix) && typeof unpacked(this.#device.getItem(name))?.secret === 'object',
    );
    if (!seals) this.#device.removeItem(lockName);
    this.#tell();
  }

  #state(): KeyLockState {
    if (this.#device.getItem(lockName) === null) return 'none';
    return this.#box?.isOpen ? 'open' : 'locked';
  }

  #tell(): void {
    this.#listeners.emit(this.#state());
  }
}

/** Returns the context that an encrypted key is bound to: with another profile or base URL, it cannot be decrypted. */
function placeOf(profileId: string, baseUrl: string): string {
  return `${profileId}\n${baseUrl}`;
}

/** Returns the stored secret in a text, or null; `key` was its field before there were passphrases. */
function unpacked(text: string | null): Kept | null {
  const storedSecret = parseJson(text ?? 'null');
  if (!isRecord(storedSecret) || typeof storedSecret.base_url !== 'string') return null;
  const secret = storedSecret.secret ?? storedSecret.key;
  return typeof secret === 'string' || isSealed(secret) ? { base_url: storedSecret.base_url, secret } : null;
}

const isSealed = (value: unknown): value is EncryptedText =>
  isRecord(value) && typeof value.iv === 'string' && typeof value.data === 'string';
