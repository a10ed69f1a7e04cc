import type { Observable } from './observable.ts';

/** The state of the storage as a whole, and the last resorts for a broken one. */
export interface StorageHealth {
  /** The current errors, the gravest first; resolved ones are left out. */
  faults: Observable<readonly StorageError[]>;
  /** Resolves to null once the storage can be used, or to the error that prevents it. Never rejects. */
  open(): Promise<StorageError | null>;
  /** Resolves once the storage can be used; may never resolve. */
  opened: Promise<void>;
  /**
   * Destroys all stored data; `held` while another tab has the database open, `refused` if the browser cannot do it. An
   * erasure that has begun is finished at the next start, unless `allowNewDatabase` was called before.
   */
  erase(): Promise<'done' | 'held' | 'refused'>;
  /** Confirms that the person knows of the data loss, so that the next start may create an empty database. */
  allowNewDatabase(): void;
}

/** What is wrong with the storage: a code and its parameters; the ui words it. */
export type StorageError =
  /** A newer version of the app has taken over the database: this tab must be reloaded. */
  | { code: 'outdated' }
  /** The stored data is missing: the browser or the person has removed it. No new database replaces it. */
  | { code: 'gone' }
  /** The browser gives no access: private mode, a damaged database, or storage switched off. */
  | { code: 'unavailable'; detail: string }
  /** A tab with an older version of the app has the database open and must be closed. */
  | { code: 'blocked' }
  /** Opening takes long. */
  | { code: 'slow' }
  /** There is no room left. */
  | { code: 'full' }
  | { code: 'refused'; detail: string }
  /** A record cannot be read. It is left out of lists, left in the database, and also kept aside. */
  | { code: 'damaged'; table: string; key: string };

/**
 * Reports how much storage the browser allows and whether it has promised to keep the data, and requests that promise.
 * Never throws.
 */
export interface StorageQuota {
  /** Approximate bytes in use and bytes allowed; null if the browser does not report them. */
  figures(): Promise<{ used: number; allowed: number } | null>;
  /** True if the browser has granted persistence. */
  isPromised(): Promise<boolean>;
  /** Requests persistence; false if it is not granted. */
  ask(): Promise<boolean>;
}
