import { clearStoredValues, eraseBrowserFiles } from '../browser/erase-files.ts';
import { BrowserFolder } from '../browser/files/folder.ts';
import { saveFile } from '../browser/files/save-file.ts';
import { storageQuota } from '../browser/files/storage-quota.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { FolderBackup } from '../engine/folder-backup.svelte.ts';
import { showFolderError } from '../ui/settings/folder-error-text.ts';
import { BackupView } from '../ui/settings/backup-view.svelte.ts';
import { outgoingFile } from '../formats/office/outgoing-file.ts';
import { databaseBackup } from '../storage/backup/backup.ts';
import { deletionMarkerValue as mark, databaseFlagKey } from '../storage/stored-mark.ts';
import type { FirstPaintAdapters } from './first-adapters.ts';
import { findStoredApiKeys } from './known-keys.ts';
import { pageFileOperations } from './page-file-operations.ts';

/**
 * Creates the view with which the page backs up, restores, copies to a folder and erases all data; loaded after the
 * first paint.
 */
export function createBackupView(first: FirstPaintAdapters, app: Promise<App>): BackupView {
  const { clock, storage, stores } = first;
  const outgoingParts = { files: stores.files, ...pageFileOperations(first) };
  const { database } = storage;
  followErasing(first, app);
  const folder = new FolderBackup({
    stores,
    picked: new BrowserFolder(database.handles),
    outgoing: (file) => outgoingFile(file, outgoingParts),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tell: (error, name) => void app.then((page) => showFolderError(page, error, name, folder.allow)),
  });
  return new BackupView({
    backup: databaseBackup(
      database,
      () => clock.now(),
      () => findStoredApiKeys(first),
    ),
    folder,
    room: storageQuota(navigator.storage),
    stores,
    clock,
    saveFile,
    app,
    eraseAll: async (onHeld) => eraseAll(first, await app, onHeld),
  });
}

type ErasedPlaces = Pick<FirstPaintAdapters, 'device' | 'storage' | 'tab'>;

/**
 * Deletes everything that Cairn has stored in this browser and reloads the page; other tabs reload too. `onHeld` is
 * called if a tab does not release the database: the deletion continues once that tab is closed. False if the browser
 * refuses to delete the database. Rejects, with nothing deleted, if a part of the page cannot be loaded.
 */
async function eraseAll({ device, storage, tab }: ErasedPlaces, app: App, onHeld: () => void): Promise<boolean> {
  /** Nothing is deleted before all code needed for it is loaded. */
  await import('../storage/erasure.ts');
  forgetHere(tab, app);
  clearStoredValues(device);
  const erasing = storage.erase();
  await eraseBrowserFiles({
    caches: globalThis.caches,
    files: navigator.storage,
    workers: navigator.serviceWorker,
    online: navigator.onLine,
  });
  let end = await erasing;
  while (end === 'held') {
    onHeld();
    end = await storage.erase();
  }
  if (end === 'refused') return false;
  forgetHere(tab, app);
  clearStoredValues(device);
  startAnew();
  return true;
}

/** Reloads the page when another tab has deleted everything, without the data that only this tab keeps. */
function followErasing({ tab }: Pick<ErasedPlaces, 'tab'>, app: Promise<App>): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== databaseFlagKey || oldValue !== mark || newValue !== null) return;
    void app.then((page) => {
      forgetHere(tab, page);
      startAnew();
    });
  });
}

/** Deletes the data that only this tab keeps, including unsent messages. */
function forgetHere(tab: Storage, app: App): void {
  app.drafts.clear();
  app.unsaved.clear();
  app.sending.clear();
  clearStoredValues(tab);
}

/** Reloads the page, which then says that everything is deleted. */
function startAnew(): void {
  history.replaceState({ erased: true }, '', '#/');
  location.reload();
}
