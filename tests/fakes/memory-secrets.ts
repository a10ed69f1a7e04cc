import type { KeyPlace } from '../../src/domain/settings.ts';
import type { Secrets } from '../../src/ports/secrets.ts';

export class MemorySecrets implements Secrets {
  readonly #kept = new Map<string, { baseUrl: string; key: string; place: KeyPlace }>();

  async read(profileId: string, baseUrl: string): Promise<string | null> {
    const kept = this.#kept.get(profileId);
    return kept?.baseUrl === baseUrl ? kept.key : null;
  }

  async write(profileId: string, baseUrl: string, key: string, place: KeyPlace): Promise<void> {
    this.#kept.set(profileId, { baseUrl, key, place });
  }

  async remove(profileId: string): Promise<void> {
    this.#kept.delete(profileId);
  }

  /** Forgets what is kept only until the tab closes. */
  closeTab(): void {
    for (const [id, { place }] of this.#kept) if (place === 'session') this.#kept.delete(id);
  }
}
