import { chromium } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../scripts/find-browser.mjs';

const args = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Launches the browser with an empty profile on disk: without a profile, Chromium stores data in another way. */
export async function launch() {
  const profile = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    headless: true,
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
