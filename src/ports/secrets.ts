import type { KeyPlace } from '../domain/settings.ts';

/**
 * API keys (R13.1), each bound to the base URL it was entered for: asked for with another base URL, there is none.
 * `session` keys last until the tab closes (a reload keeps them), `device` keys until removed.
 */
export interface Secrets {
  read(profileId: string, baseUrl: string): Promise<string | null>;
  write(profileId: string, baseUrl: string, key: string, place: KeyPlace): Promise<void>;
  remove(profileId: string): Promise<void>;
}
