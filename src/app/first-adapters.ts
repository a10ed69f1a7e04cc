import { BrowserClock } from '../browser/clock.ts';
import { BrowserSecrets } from '../browser/browser-secrets.ts';
import { lockManager } from '../browser/lock-manager.ts';
import { WebLocks } from '../browser/locks.ts';
import { BroadcastTabs } from '../browser/tabs.ts';
import { webStorage } from '../browser/web-storage.ts';
import type { StorageError } from '../ports/storage-health.ts';
import { Installation } from '../ui/app/installation.svelte.ts';
import { LazyModules } from '../ui/app/lazy-modules.svelte.ts';
import { CairnDatabase } from '../storage/database.ts';
import { DatabaseHealth } from '../storage/database-health.ts';
import { createStores } from '../storage/stores/stores.ts';

export type FirstPaintAdapters = ReturnType<typeof createFirstPaintAdapters>;

/** Storage errors that do not halt running plans. */
const harmless: ReadonlySet<string> = new Set(['damaged', 'blocked', 'slow']);

/** The name in the tab's storage of what forms held when the page was left. */
export const unsavedFormsStorageKey = 'cairn.unsaved';

/**
 * The adapters that the first paint needs, each created once. `halted` is called with an error that prevents plans from
 * being stored.
 */
export function createFirstPaintAdapters(halted: (code: StorageError['code']) => void) {
  const device = webStorage(() => localStorage);
  const tab = webStorage(() => sessionStorage);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const storage = new DatabaseHealth({
    wait,
    mark: device,
    database: (report, isDatabaseExpected) =>
      new CairnDatabase(
        (error) => {
          report(error);
          if (!harmless.has(error.code)) halted(error.code);
        },
        'cairn',
        isDatabaseExpected,
      ),
  });
  return {
    clock: new BrowserClock(),
    locks: new WebLocks(lockManager),
    tabs: new BroadcastTabs('BroadcastChannel' in window ? new BroadcastChannel('cairn') : null),
    /** Lasts until the browser's data is cleared. */
    device,
    /** Lasts as long as the tab. */
    tab,
    secrets: new BrowserSecrets({ session: tab, device }),
    installation: new Installation(),
    wait,
    parts: new LazyModules(wait),
    storage,
    stores: createStores(storage.database),
  };
}
