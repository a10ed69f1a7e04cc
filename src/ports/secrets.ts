import type { KeyPlace } from '../records/settings.ts';
import type { Observable } from './observable.ts';

/** Whether keys are encrypted with a passphrase here, and whether they are readable at the moment. */
export type LockState = 'none' | 'locked' | 'open';

/** What the work with a model has to know of its key, which stays elsewhere. */
export interface KeyMarks {
  /** A mark that changes with the key; null where there is none, or it is locked. */
  mark(profileId: string, baseUrl: string): Promise<string | null>;
  holds: Secrets['holds'];
}

/**
 * API keys, each bound to the base URL it was entered for: asked for with another base URL, there is none.
 * `session` keys last until the tab closes (a reload keeps them), `device` keys until removed, `passphrase` keys as
 * well, but encrypted: they can be read between `unlock` and `lock`, or the end of the page.
 */
export interface Secrets {
  /** The key; null also where it is locked. */
  read(profileId: string, baseUrl: string): Promise<string | null>;
  /** Where a key is stored, readable or not; null where there is none. */
  holds(profileId: string, baseUrl: string): Promise<KeyPlace | null>;
  /** Stores a key; false, with nothing changed, where the place is `passphrase` and locked or has no passphrase yet. */
  write(profileId: string, baseUrl: string, key: string, place: KeyPlace): Promise<boolean>;
  remove(profileId: string): Promise<void>;
  lockState: Observable<LockState>;
  /** Unlocks the encrypted keys; where none is stored yet, sets the passphrase. False for a wrong one. */
  unlock(passphrase: string): Promise<boolean>;
  lock(): void;
}
