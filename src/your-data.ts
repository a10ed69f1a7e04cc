import { BrowserFolder } from './browser/folder.ts';
import { saveFile } from './browser/save-file.ts';
import { storageRoom } from './browser/storage-room.ts';
import type { Clock } from './ports/clock.ts';
import type { Stores } from './ports/stores.ts';
import type { App } from './state/app.svelte.ts';
import { FolderBackup } from './state/folder-backup.svelte.ts';
import { tellOfFolder } from './state/tell-of-folder.ts';
import { YourData } from './state/your-data.svelte.ts';
import { createBackup } from './storage/backup.ts';
import type { CairnDatabase } from './storage/database.ts';

interface YourDataParts {
  database: CairnDatabase;
  stores: Stores;
  clock: Clock;
  app: Promise<App>;
}

/** The part of `main.ts` that is loaded after the first paint: backup, restore, and the copies in a folder. */
export function openYourData({ database, stores, clock, app }: YourDataParts): YourData {
  const folder = new FolderBackup({
    stores,
    picked: new BrowserFolder(database.handles),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tell: (fault, name) => void app.then((page) => tellOfFolder(page, fault, name, folder.allow)),
  });
  return new YourData({
    backup: createBackup(database, () => clock.now()),
    folder,
    room: storageRoom(navigator.storage),
    stores,
    clock,
    saveFile,
    app,
  });
}
