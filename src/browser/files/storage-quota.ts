import type { StorageQuota } from '../../ports/storage-health.ts';

/** Returns the storage manager's figures; without one, they are unknown and storage is not persistent. */
export function storageQuota(storage: StorageManager | undefined): StorageQuota {
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

/**
 * Asks the browser to make the storage persistent. Some browsers ask the person, so it should be called when something
 * worth keeping has been made. False if it is refused or unknown.
 */
export async function requestPersistence(storage: StorageManager | undefined): Promise<boolean> {
  try {
    return (await storage?.persisted()) === true || (await storage?.persist()) === true;
  } catch {
    return false;
  }
}
