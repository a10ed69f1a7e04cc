import type { ApiKeyStoragePlace } from '../../src/records/settings.ts';
import type { KeyLockState, Secrets } from '../../src/ports/secrets.ts';

export class MemorySecrets implements Secrets {
  readonly #kept = new Map<string, { baseUrl: string; key: string; place: ApiKeyStoragePlace }>();
  readonly #listeners = new Set<(state: KeyLockState) => void>();
  #passphrase: string | null = null;
  #open = false;

  readonly lockState = {
    subscribe: (next: (state: KeyLockState) => void) => {
      this.#listeners.add(next);
      next(this.#state());
      return () => this.#listeners.delete(next);
    },
  };

  async read(profileId: string, baseUrl: string): Promise<string | null> {
    const kept = this.#kept.get(profileId);
    return kept?.baseUrl === baseUrl && (kept.place !== 'passphrase' || this.#open) ? kept.key : null;
  }

  async keyPlaceOf(profileId: string, baseUrl: string): Promise<ApiKeyStoragePlace | null> {
    const kept = this.#kept.get(profileId);
    return kept?.baseUrl === baseUrl ? kept.place : null;
  }

  async otherKeyPlaceOf(): Promise<null> {
    return null;
  }

  async write(profileId: string, baseUrl: string, key: string, place: ApiKeyStoragePlace): Promise<boolean> {
    if (place === 'passphrase' && !this.#open) return false;
    this.#kept.set(profileId, { baseUrl, key, place });
    this.#tidy();
    return true;
  }

  async remove(profileId: string): Promise<void> {
    this.#kept.delete(profileId);
    this.#tidy();
  }

  async changePassphrase(passphrase: string): Promise<boolean> {
    if (this.#open) this.#passphrase = passphrase;
    return this.#open;
  }

  async unlock(passphrase: string): Promise<boolean> {
    this.#passphrase ??= passphrase;
    if (this.#passphrase === passphrase) this.#open = true;
    this.#tell();
    return this.#passphrase === passphrase;
  }

  lock(): void {
    this.#open = false;
    this.#tell();
  }

  /** Acts as a reload: locks the encrypted keys. */
  reload(): void {
    this.lock();
  }

  /** Deletes what is stored only until the tab closes. */
  closeTab(): void {
    for (const [id, { place }] of this.#kept) if (place === 'session') this.#kept.delete(id);
    this.lock();
  }

  #tidy(): void {
    if (![...this.#kept.values()].some(({ place }) => place === 'passphrase')) {
      this.#passphrase = null;
      this.#open = false;
    }
    this.#tell();
  }

  #state(): KeyLockState {
    if (this.#passphrase === null) return 'none';
    return this.#open ? 'open' : 'locked';
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.#state());
  }
}
