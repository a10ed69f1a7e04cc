import type { KeyPlace } from '../domain/settings.ts';
import type { Secrets } from '../ports/secrets.ts';

/**
 * Keys in the browser's two simple storages (R13.1): `session` is `sessionStorage`, which a reload keeps and the end of
 * the tab clears; `device` is `localStorage`. They stand outside the database, so no export can hold them.
 */
export class Vault implements Secrets {
  readonly #places: Record<KeyPlace, Storage>;

  constructor(places: Record<KeyPlace, Storage>) {
    this.#places = places;
  }

  async read(profileId: string, baseUrl: string): Promise<string | null> {
    for (const storage of Object.values(this.#places)) {
      const kept = unpack(storage.getItem(nameOf(profileId)));
      if (kept?.base_url === baseUrl) return kept.key;
    }
    return null;
  }

  async write(profileId: string, baseUrl: string, key: string, place: KeyPlace): Promise<void> {
    await this.remove(profileId);
    this.#places[place].setItem(nameOf(profileId), JSON.stringify({ base_url: baseUrl, key }));
  }

  async remove(profileId: string): Promise<void> {
    for (const storage of Object.values(this.#places)) storage.removeItem(nameOf(profileId));
  }
}

function nameOf(profileId: string): string {
  return `cairn.key.${profileId}`;
}

function unpack(text: string | null): { base_url: string; key: string } | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    const sound = typeof kept === 'object' && kept !== null && 'base_url' in kept && 'key' in kept;
    if (!sound || typeof kept.base_url !== 'string' || typeof kept.key !== 'string') return null;
    return { base_url: kept.base_url, key: kept.key };
  } catch {
    return null;
  }
}
