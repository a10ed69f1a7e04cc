import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import { expect, test as base } from '../../e2e/support/test.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
base.describe.configure({ retries: 0 });

/** A browser profile on disk that outlives its browser. */
const test = base.extend<{ folder: string; visit: (work: (page: Page) => Promise<void>) => Promise<void> }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-profile-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  visit: async ({ strangers, playwright, launchOptions, baseURL, viewport, folder }, use) => {
    await use(async (work) => {
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        viewport,
        ...(baseURL === undefined ? {} : { baseURL }),
        locale: 'en-US',
      });
      strangers.watch(context);
      await work(context.pages()[0] ?? (await context.newPage()));
      await context.close();
    });
  },
});

async function databaseFiles(folder: string): Promise<string[]> {
  const root = join(folder, 'Default', 'IndexedDB');
  const found = await readdir(root, { recursive: true });
  return found.filter((path) => path.includes('.leveldb')).map((path) => join(root, path));
}

/** A middle that looks random and is the same each time. */
function garbage(length: number): Buffer {
  let state = 7;
  return Buffer.from(Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16));
}

const damages: Record<string, (files: string[]) => Promise<void>> = {
  'overwritten with garbage': async (files) => {
    for (const path of files.filter((each) => /\.(?:log|ldb)$/.test(each))) await writeFile(path, garbage(20_000));
  },
  'without its manifest': async (files) => {
    for (const path of files.filter((each) => /MANIFEST-\d+$/.test(each))) await rm(path);
  },
  'with a spoilt manifest': async (files) => {
    for (const path of files.filter((each) => /MANIFEST-\d+$/.test(each))) await writeFile(path, garbage(300));
  },
  'without its pointer to the manifest': async (files) => {
    for (const path of files.filter((each) => each.endsWith('CURRENT'))) await rm(path);
  },
  'cut to nothing': async (files) => {
    for (const path of files.filter((each) => /\.(?:log|ldb)$|CURRENT$|MANIFEST-\d+$/.test(each)))
      await writeFile(path, '');
  },
};

for (const [name, damage] of Object.entries(damages))
  test(`R12.4 a database ${name} between two visits leads to a page that says so or to all that was stored, never to an empty one`, async ({
    folder,
    visit,
  }) => {
    let address = '';
    await visit(async (page) => {
      const app = new Cairn(page);
      await app.open();
      await app.goOnWithoutKey();
      await app.send('/todo Buy bread');
      await expect(app.conversation).toContainText('Added');
      address = page.url();
    });
    const files = await databaseFiles(folder);
    expect(files.length).toBeGreaterThan(2);
    await damage(files);

    await visit(async (page) => {
      const app = new Cairn(page);
      const uncaught: string[] = [];
      page.on('pageerror', (error) => uncaught.push(error.message));
      await page.goto(address);
      const gone = page.getByRole('heading', { name: 'Your stored data is gone' });
      const closed = page.getByRole('heading', { name: 'What is stored cannot be opened' });
      const intact = app.conversation.getByText('Added the to-do “Buy bread”.');
      await expect(gone.or(closed).or(intact)).toBeVisible();
      if (await closed.isVisible()) {
        await app.button('Start afresh').click();
        await app.button('Delete and start afresh').click();
        await expect(page.getByRole('alert').or(app.button('Go on without a key'))).toBeVisible();
      } else if (await gone.isVisible()) await app.button('Go on with nothing stored').click();
      if (await page.getByRole('alert').isVisible())
        await expect(page.getByRole('alert')).toContainText('delete the site’s data there');
      else if (!(await intact.isVisible())) {
        await app.goOnWithoutKey();
        await app.send('/todo Buy milk');
        await expect(app.conversation).toContainText('Added');
      }
      expect(uncaught).toEqual([]);
    });
  });
