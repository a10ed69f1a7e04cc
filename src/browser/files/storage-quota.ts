import type { StorageQuota } from '../../ports/storage-health.ts';

/** What the storage manager says; a browser without one says nothing and promises nothing. */
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
 * Asks the browser to keep the storage when space runs short (R12.4). Some browsers ask the person, so this is for the
 * moment at which something worth keeping has been made. False where it is refused or unknown.
 */
export async function requestPersistence(storage: StorageManager | undefined): Promise<boolean> {
  try {
    return (await storage?.persisted()) === true || (await storage?.persist()) === true;
  } catch {
    return false;
  }
}
