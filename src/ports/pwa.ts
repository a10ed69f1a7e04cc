import type { Observable } from './observable.ts';

/** Updates of the app itself. Never throws. */
export interface AppUpdateControl {
  /** True if a newer version is installed and waiting. */
  waiting: Observable<boolean>;
  /** Emits once a newer version has taken over: this page is outdated from then on. */
  replaced: Observable<true>;
  /** Activates the waiting version in all tabs. */
  apply(): void;
}

/** A flag shared by all tabs that says that one of them is busy. A closed tab no longer counts. */
export interface SharedBusyFlag {
  /** Sets the flag for this tab until the returned function is called. */
  set(): () => void;
  /** True if the flag is set by any tab. */
  isSet(): Promise<boolean>;
  /** Resolves once no tab has the flag set. */
  whenClear(): Promise<void>;
}

/** The text, the files, or both that another app has shared. */
export interface SharedContent {
  text: string;
  files: readonly File[];
  /** The number of further files that did not fit. */
  left: number;
}

/** A message from a page to the service worker. */
export type ServiceWorkerMessage =
  /** Activates the waiting version. */
  | { kind: 'take_over' }
  /** The page was loaded without the service worker and asks it to take control. */
  | { kind: 'claim' }
  | { kind: 'notify'; title: string; text: string; tag: string; address: string };

/** The data of a notification: the id of the page that showed it, and the address in the app (`#/…`) to open. */
export interface NotificationData {
  page: string | null;
  address: string;
}

/** The message from the service worker to a page: open the address of a clicked notification. */
export interface OpenAddressMessage {
  kind: 'open';
  address: string;
}
