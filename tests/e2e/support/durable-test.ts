import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './test.ts';

/** `test` in a browser profile on disk: what is stored goes through the database that a person's browser uses. */
export const test = base.extend({
  context: async ({ strangers, playwright, launchOptions, baseURL, viewport, locale, timezoneId }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-profile-'));
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      viewport,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(locale === undefined ? {} : { locale }),
      ...(timezoneId === undefined ? {} : { timezoneId }),
    });
    strangers.watch(context);
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});
