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
