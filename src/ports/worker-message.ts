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
