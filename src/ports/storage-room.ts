/** How the browser keeps what is stored. Nothing here throws. */
export interface StorageRoom {
  /** Bytes in use and bytes allowed, about; null where the browser does not say. */
  figures(): Promise<{ used: number; allowed: number } | null>;
  /** Whether the browser has promised to keep it when space runs short. */
  isPromised(): Promise<boolean>;
  /** Asks for that promise; false where it is not given. */
  ask(): Promise<boolean>;
}
