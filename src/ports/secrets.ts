import type { ApiKeyStoragePlace } from '../records/settings.ts';
import type { Observable } from './observable.ts';

/**
 * `none`: no key is encrypted with a passphrase; `locked`: they are, and cannot be read now; `open`: they can be read.
 */
export type KeyLockState = 'none' | 'locked' | 'open';

/** Tells the engine a key's fingerprint and where the key is stored, without giving it the key. */
export interface KeyFingerprints {
  /**
   * Returns a fingerprint of the key, which changes when the key changes; null if there is no key or the key is locked.
   */
  mark(profileId: string, baseUrl: string): Promise<string | null>;
  holds: Secrets['keyPlaceOf'];
}

/**
 * API keys, each bound to the base URL it was entered for; for another base URL there is none. `session` keys last
 * until the tab closes (they survive a reload), `device` keys until removed; `passphrase` keys too, but encrypted: they
 * can be read between `unlock` and `lock`, or until the page closes.
 */
export interface Secrets {
  /** Returns the key; null also if it is locked. */
  read(profileId: string, baseUrl: string): Promise<string | null>;
  /** Where a key is stored, readable or not; null if there is none. */
  keyPlaceOf(profileId: string, baseUrl: string): Promise<ApiKeyStoragePlace | null>;
  /** Where else a key is stored: on the device, if this tab uses a copy of its own; else null. */
  otherKeyPlaceOf(profileId: string, baseUrl: string): Promise<ApiKeyStoragePlace | null>;
  /** Stores a key; false, with nothing changed, if the place is `passphrase` and locked or has no passphrase yet. */
  write(profileId: string, baseUrl: string, key: string, place: ApiKeyStoragePlace): Promise<boolean>;
  remove(profileId: string): Promise<void>;
  lockState: Observable<KeyLockState>;
  /** Unlocks the encrypted keys; sets the passphrase if no key is stored yet. False for a wrong passphrase. */
  unlock(passphrase: string): Promise<boolean>;
  /** Encrypts the encrypted keys under another passphrase; false, with nothing changed, while they are locked. */
  changePassphrase(passphrase: string): Promise<boolean>;
  lock(): void;
}
