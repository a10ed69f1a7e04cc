import type { Live } from './live.ts';

/** The storage as a whole: how it stands, and the last resorts (R12.4). */
export interface StorageHealth {
  /** What is wrong at present, the gravest first. What has mended itself is not in it any more. */
  troubles: Live<readonly StorageFault[]>;
  /** Null once the storage can be used, or else what stands in the way as soon as that is known. Never rejects. */
  open(): Promise<StorageFault | null>;
  /** Resolves once it can be used, which may be never. */
  opened: Promise<void>;
  /** Destroys everything that is stored; `held` where another tab holds on to it, `refused` where the browser cannot. */
  erase(): Promise<'done' | 'held' | 'refused'>;
  /** The person knows that what was stored is gone: the next start may begin with nothing. */
  beginAnew(): void;
}

/** What is wrong with the storage (R12.4): a code and its parameters, worded by the ui. */
export type StorageFault =
  /** A newer version of the app has taken over the database: this tab must be reloaded. */
  | { code: 'outdated' }
  /** What was stored is not there any more: the browser or the person has removed it. Nothing new is put in its place. */
  | { code: 'gone' }
  /** The browser gives no access: private mode, damaged, or switched off. */
  | { code: 'unavailable'; detail: string }
  /** A tab with an older version of the app holds the database: it must be closed. */
  | { code: 'blocked' }
  /** It takes long to open. */
  | { code: 'slow' }
  /** There is no room left. */
  | { code: 'full' }
  | { code: 'refused'; detail: string }
  /** A record cannot be read. It is left out, left where it is, and kept aside. */
  | { code: 'damaged'; table: string; key: string };

/** How the browser keeps what is stored. Nothing here throws. */
export interface StorageQuota {
  /** Bytes in use and bytes allowed, about; null where the browser does not say. */
  figures(): Promise<{ used: number; allowed: number } | null>;
  /** Whether the browser has promised to keep it when space runs short. */
  isPromised(): Promise<boolean>;
  /** Asks for that promise; false where it is not given. */
  ask(): Promise<boolean>;
}
