import type { Page } from '@playwright/test';

/** The settings as they are stored: what is shown may be ahead of that by a moment. */
export function storedSettings(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('cairn');
        opening.onerror = () => reject(new Error('not opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('settings').objectStore('settings').get('settings');
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );
}
