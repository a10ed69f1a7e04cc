import { BrowserFolder } from '../browser/files/folder.ts';
import { saveFile } from '../browser/files/save-file.ts';
import { storageQuota } from '../browser/files/storage-quota.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { App } from '../state/app/app.svelte.ts';
import { FolderBackup } from '../application/folder-backup.svelte.ts';
import { tellOfFolder } from '../state/settings/folder-fault-text.ts';
import { BackupView } from '../state/settings/backup-view.svelte.ts';
import { createBackup } from '../storage/backup/backup.ts';
import type { CairnDatabase } from '../storage/database.ts';
import { knownKeys, type KeyPlaces } from './known-keys.ts';

interface BackupViewParts {
  database: CairnDatabase;
  stores: Stores;
  clock: Clock;
  places: KeyPlaces;
  app: Promise<App>;
}

/** Backup, restore and the folder copies; loaded after the first paint. */
export function openBackup({ database, stores, clock, places, app }: BackupViewParts): BackupView {
  const folder = new FolderBackup({
    stores,
    picked: new BrowserFolder(database.handles),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tell: (fault, name) => void app.then((page) => tellOfFolder(page, fault, name, folder.allow)),
  });
  return new BackupView({
    backup: createBackup(
      database,
      () => clock.now(),
      () => knownKeys(places),
    ),
    folder,
    room: storageQuota(navigator.storage),
    stores,
    clock,
    saveFile,
    app,
  });
}
