import type { Live } from './live.ts';

/** Newer versions of the app itself. Nothing here throws. */
export interface Updates {
  /** A newer version is there and waits. */
  waiting: Live<boolean>;
  /** Is told once, when a newer version has taken over: this page is of an old one from then on. */
  replaced: Live<true>;
  /** Lets the version that waits take over, in all tabs. */
  apply(): void;
}

/** A sign that tabs put up while they are at work, for the other tabs to see. It goes with the tab. */
export interface BusyFlag {
  /** Up until the returned function is called. */
  raise(): () => void;
  /** Whether any tab has it up. */
  isUp(): Promise<boolean>;
  /** Resolves once no tab has it up. */
  down(): Promise<void>;
}

/** What another app has handed over: words, files, or both. */
export interface Shared {
  text: string;
  files: readonly File[];
  /** How many more files there were, for which there was no room. */
  left: number;
}

/** What a page says to the service worker. */
export type WorkerMessage =
  /** The version that waits becomes the one in use. */
  | { kind: 'take_over' }
  /** The page was loaded past the service worker, and wants to be taken under it. */
  | { kind: 'claim' }
  | { kind: 'notify'; title: string; text: string; tag: string; address: string };

/** What a notification remembers: the page that showed it, and the place in the app (`#/…`) it is about. */
export interface NotificationData {
  page: string | null;
  address: string;
}

/** What the service worker says to a page: show the place that a clicked notification was about. */
export interface PageMessage {
  kind: 'open';
  address: string;
}
