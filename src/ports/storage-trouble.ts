/** What is wrong with the storage (R12.4): a code and its parameters, worded by the ui. */
export type StorageTrouble =
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
