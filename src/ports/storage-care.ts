import type { Live } from './live.ts';
import type { StorageTrouble } from './storage-trouble.ts';

/** The storage as a whole: how it stands, and the last resorts (R12.4). */
export interface StorageCare {
  /** What is wrong at present, the gravest first. What has mended itself is not in it any more. */
  troubles: Live<readonly StorageTrouble[]>;
  /** Null once the storage can be used, or else what stands in the way as soon as that is known. Never rejects. */
  open(): Promise<StorageTrouble | null>;
  /** Resolves once it can be used, which may be never. */
  opened: Promise<void>;
  /** Destroys everything that is stored; `held` where another tab holds on to it, `refused` where the browser cannot. */
  erase(): Promise<'done' | 'held' | 'refused'>;
  /** The person knows that what was stored is gone: the next start may begin with nothing. */
  beginAnew(): void;
}
