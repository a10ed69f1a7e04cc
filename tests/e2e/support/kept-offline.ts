import { expect, type Page } from '@playwright/test';

/** Resolves once the service worker has kept the whole app and answers for this page. */
export async function keptOffline(page: Page): Promise<void> {
  const answers = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(answers, { timeout: 45_000 }).toBe(true);
}
