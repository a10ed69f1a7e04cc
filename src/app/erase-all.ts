import { forgetValues, removeFiles } from '../browser/erase-files.ts';
import { erasing as mark, markName } from '../storage/stored-mark.ts';
import type { App } from '../ui/app/app.svelte.ts';
import type { FirstAdapters } from './first-adapters.ts';

type ErasedPlaces = Pick<FirstAdapters, 'device' | 'storage' | 'tab'>;

/**
 * Deletes everything that Cairn has stored in this browser and reloads the page; other tabs reload too. `held` is
 * called if a tab does not release the database: the deletion continues once that tab is closed. False if the browser
 * refuses to delete the database. Rejects, with nothing deleted, if a part of the page cannot be loaded.
 */
export async function eraseAll({ device, storage, tab }: ErasedPlaces, app: App, held: () => void): Promise<boolean> {
  /** Nothing is deleted before all code needed for it is loaded. */
  await import('../storage/erasure.ts');
  forgetHere(tab, app);
  forgetValues(device);
  const erasing = storage.erase();
  await removeFiles({
    caches: globalThis.caches,
    files: navigator.storage,
    workers: navigator.serviceWorker,
    online: navigator.onLine,
  });
  let end = await erasing;
  while (end === 'held') {
    held();
    end = await storage.erase();
  }
  if (end === 'refused') return false;
  forgetHere(tab, app);
  forgetValues(device);
  startAnew();
  return true;
}

/** Reloads the page when another tab has deleted everything, without the data that only this tab keeps. */
export function followErasing({ tab }: Pick<ErasedPlaces, 'tab'>, app: Promise<App>): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== markName || oldValue !== mark || newValue !== null) return;
    void app.then((page) => {
      forgetHere(tab, page);
      startAnew();
    });
  });
}

/** Deletes the data that only this tab keeps, including unsent messages. */
function forgetHere(tab: Storage, app: App): void {
  app.drafts.clear();
  forgetValues(tab);
}

/** Reloads the page, which then says that everything is deleted. */
function startAnew(): void {
  history.replaceState({ erased: true }, '', '#/');
  location.reload();
}
