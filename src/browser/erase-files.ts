const prefix = 'cairn.';

/**
 * Removes all of Cairn's entries from `localStorage` or `sessionStorage`; entries of other pages of the same origin
 * stay.
 */
export function clearStoredValues(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const name of names) if (name.startsWith(prefix)) storage.removeItem(name);
}

interface FilePlaces {
  caches: CacheStorage | undefined;
  files: Pick<StorageManager, 'getDirectory'> | undefined;
  workers: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
  online: boolean;
}

/**
 * Removes the files that Cairn stores in the browser: models and shared content, and when online also the app's own
 * files, which are fetched again at the next start. Never rejects.
 */
export async function eraseBrowserFiles({ caches, files, workers, online }: FilePlaces): Promise<void> {
  const models = async () => (await files?.getDirectory())?.removeEntry('models', { recursive: true });
  const eraseAppFiles = async () => {
    if (online) await (await workers?.getRegistration())?.unregister();
    for (const name of (await caches?.keys()) ?? [])
      if (name.startsWith('cairn-shared ') || (online && name.startsWith('cairn '))) await caches?.delete(name);
  };
  await Promise.allSettled([models(), eraseAppFiles()]);
}
