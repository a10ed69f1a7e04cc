import type { StorageRoom } from '../ports/storage-room.ts';
import { requestPersistence } from './request-persistence.ts';

/** What the storage manager says; a browser without one says nothing and promises nothing. */
export function storageRoom(storage: StorageManager | undefined): StorageRoom {
  return {
    figures: async () => {
      try {
        const { usage, quota } = (await storage?.estimate()) ?? {};
        return usage === undefined || !quota ? null : { used: usage, allowed: quota };
      } catch {
        return null;
      }
    },
    isPromised: async () => (await storage?.persisted().catch(() => false)) ?? false,
    ask: () => requestPersistence(storage),
  };
}
