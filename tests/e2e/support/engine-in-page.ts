import type { BrowserContext, Page } from '@playwright/test';

/**
 * The engine works in the page, as where its worker cannot be started: for tests whose clock, or whose watch over the
 * storage, is in the page.
 */
export function engineInPage(where: Page | BrowserContext): Promise<unknown> {
  return where.addInitScript(() => {
    window.Worker = new Proxy(Worker, {
      construct(target, [address, options]: [string | URL, WorkerOptions?]) {
        if (String(address).includes('engine-worker')) throw new Error('There is no worker for the engine here.');
        return new target(address, options);
      },
    });
  });
}
