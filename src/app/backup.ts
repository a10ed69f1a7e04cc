import { BrowserFolder } from '../browser/files/folder.ts';
import { saveFile } from '../browser/files/save-file.ts';
import { storageQuota } from '../browser/files/storage-quota.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { FolderBackup } from '../engine/folder-backup.svelte.ts';
import { tellOfFolder } from '../ui/settings/folder-error-text.ts';
import { BackupView } from '../ui/settings/backup-view.svelte.ts';
import { createBackup } from '../storage/backup/backup.ts';
import { eraseAll, followErasing } from './erase-all.ts';
import type { FirstAdapters } from './first-adapters.ts';
import { knownKeys } from './known-keys.ts';

/** Creates backup, restore, folder copies, and the deletion of everything; loaded after the first paint. */
export function openBackup(first: FirstAdapters, app: Promise<App>): BackupView {
  const { clock, storage, stores } = first;
  const { database } = storage;
  followErasing(first, app);
  const folder = new FolderBackup({
    stores,
    picked: new BrowserFolder(database.handles),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tell: (error, name) => void app.then((page) => tellOfFolder(page, error, name, folder.allow)),
  });
  return new BackupView({
    backup: createBackup(
      database,
      () => clock.now(),
      () => knownKeys(first),
    ),
    folder,
    room: storageQuota(navigator.storage),
    stores,
    clock,
    saveFile,
    app,
    eraseAll: async (held) => eraseAll(first, await app, held),
  });
}
