import type { Observable } from './observable.ts';

/** Newer versions of the app itself. Never throws. */
export interface Updates {
  /** Whether a newer version is installed and waiting. */
  waiting: Observable<boolean>;
  /** Emits once, when a newer version has taken over: this page is outdated from then on. */
  replaced: Observable<true>;
  /** Activates the waiting version in all tabs. */
  apply(): void;
}

/** A flag that busy tabs raise for the other tabs to read. It ends with the tab. */
export interface BusyFlag {
  /** Raises the flag until the returned function is called. */
  set(): () => void;
  /** Whether any tab has raised it. */
  isSet(): Promise<boolean>;
  /** Resolves once no tab has it raised. */
  whenClear(): Promise<void>;
}

/** The text, the files, or both that another app has shared. */
export interface Shared {
  text: string;
  files: readonly File[];
  /** The number of further files that did not fit. */
  left: number;
}

/** A message from a page to the service worker. */
export type WorkerMessage =
  /** Activates the waiting version. */
  | { kind: 'take_over' }
  /** The page was loaded without the service worker and asks to be controlled by it. */
  | { kind: 'claim' }
  | { kind: 'notify'; title: string; text: string; tag: string; address: string };

/** The data of a notification: the page that showed it, and the address in the app (`#/…`) that it concerns. */
export interface NotificationData {
  page: string | null;
  address: string;
}

/** The message from the service worker to a page: open the address of a clicked notification. */
export interface PageMessage {
  kind: 'open';
  address: string;
}
