import type { Observable } from './observable.ts';

/** The state of the storage as a whole, and the last resorts. */
export interface StorageHealth {
  /** The current faults, the gravest first; resolved ones are left out. */
  faults: Observable<readonly StorageError[]>;
  /** Null once the storage can be used, or else the fault that prevents it, as soon as it is known. Never rejects. */
  open(): Promise<StorageError | null>;
  /** Resolves once the storage can be used; possibly never. */
  opened: Promise<void>;
  /**
   * Destroys everything stored; `held` while another tab holds the database open, `refused` where the browser cannot.
   * What was begun is finished at the next start, unless `beginAnew` came before.
   */
  erase(): Promise<'done' | 'held' | 'refused'>;
  /** Confirms that the person knows of the loss of stored data: the next start may begin with an empty database. */
  beginAnew(): void;
}

/** What is wrong with the storage: a code and its parameters, worded by the ui. */
export type StorageError =
  /** A newer version of the app has taken over the database: this tab must be reloaded. */
  | { code: 'outdated' }
  /** The stored data is missing: the browser or the person has removed it. No new database is created in its place. */
  | { code: 'gone' }
  /** The browser gives no access: private mode, damaged, or switched off. */
  | { code: 'unavailable'; detail: string }
  /** A tab with an older version of the app holds the database: it must be closed. */
  | { code: 'blocked' }
  /** Opening takes long. */
  | { code: 'slow' }
  /** There is no room left. */
  | { code: 'full' }
  | { code: 'refused'; detail: string }
  /** A record cannot be read. It is left out of lists, left in its place, and kept aside. */
  | { code: 'damaged'; table: string; key: string };

/** The browser's quota and persistence of stored data. Never throws. */
export interface StorageQuota {
  /** Approximate bytes in use and bytes allowed; null where the browser does not report them. */
  figures(): Promise<{ used: number; allowed: number } | null>;
  /** Whether the browser has granted persistence. */
  isPromised(): Promise<boolean>;
  /** Requests persistence; false where it is not granted. */
  ask(): Promise<boolean>;
}
