import type { Page } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { keptOffline } from '../../e2e/support/kept-offline.ts';
import { SwappedSite } from '../../e2e/support/swapped-site.ts';
import { test as base, expect } from '../../e2e/support/test.ts';

const test = base.extend<{ published: SwappedSite }>({
  published: async ({ baseURL }, use) => {
    const site = await SwappedSite.start(String(baseURL));
    await use(site);
    await site.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

const steps = [
  { description: 'Note the bag', calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag' } }] },
  { description: 'Sum up' },
];

async function opened(page: Page, { origin }: SwappedSite): Promise<Cairn> {
  await page.goto(origin);
  return new Cairn(page);
}

const release = (page: Page) => page.locator('html').getAttribute('data-release');

/** The browser looks for a newer version by itself at each visit; here it is told to. */
const look = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

const waits = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version of Cairn is ready.' });

test('R14.5 a new version waits until the person wants it; then every tab shows it, each with its session and draft', async ({
  page,
  context,
  published,
  model,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  const app = await opened(page, published);
  await app.enterKey(model, 'On this device');
  await app.send('Prepare the trip');
  await app.expectPlanStatus('completed');
  await keptOffline(page);
  const other = new Cairn(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.message).toBeVisible();
  await other.message.fill('A thought not yet sent');

  published.publish();
  await look(page);
  await expect(offer(page)).toBeVisible({ timeout: 30_000 });
  await expect(offer(other.page)).toBeVisible();
  await page.bringToFront();
  await app.reload();
  expect(await release(page)).toBe('1');

  await offer(page).getByRole('button', { name: 'Update' }).click();
  for (const tab of [app, other]) {
    await expect(tab.page.locator('html')).toHaveAttribute('data-release', '2');
    await expect(tab.conversation).toContainText('All is prepared.');
    await expect(offer(tab.page)).toBeHidden();
  }
  await expect(other.message).toHaveValue('A thought not yet sent');
  await app.reload();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
});

test('R14.5 a new version is not offered while a plan is at work in any tab, but when it ends', async ({
  page,
  context,
  published,
  model,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  const app = await opened(page, published);
  await app.enterKey(model, 'On this device');
  await keptOffline(page);
  const other = await opened(await context.newPage(), published);
  await expect(other.message).toBeVisible();
  const held = model.hold((topic) => topic.startsWith('Note the bag'));
  await app.send('Prepare the trip');
  await held.arrived;

  published.publish();
  await look(other.page);
  await expect.poll(() => waits(other.page), { timeout: 30_000 }).toBe(true);
  for (const tab of [page, other.page]) await expect(offer(tab)).toBeHidden();
  held.open();
  await app.expectPlanStatus('completed');
  for (const tab of [page, other.page]) await expect(offer(tab)).toBeVisible();
});

test('R14.5 a plan that was begun after the offer keeps the new version waiting', async ({
  page,
  context,
  published,
  model,
}) => {
  model.play(diligentModel(steps, 'All is prepared.'));
  const app = await opened(page, published);
  await app.enterKey(model, 'On this device');
  await keptOffline(page);
  const other = await opened(await context.newPage(), published);
  published.publish();
  await look(page);
  await expect(offer(other.page)).toBeVisible({ timeout: 30_000 });
  const held = model.hold((topic) => topic.startsWith('Note the bag'));
  await app.send('Prepare the trip');
  await held.arrived;
  await expect(offer(page)).toBeHidden();
  await offer(other.page)
    .getByRole('button', { name: 'Update' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(offer(other.page)).toBeHidden();
  expect(await release(page)).toBe('1');
  held.open();
  await app.expectPlanStatus('completed');
  await expect(offer(page)).toBeVisible();
});

test('R12.4 where the data belongs to a newer version already, that version takes over without a question', async ({
  page,
  context,
  published,
}) => {
  const app = await opened(page, published);
  await app.goOnWithoutKey();
  await keptOffline(page);
  published.publish();
  const beside = await context.newPage();
  await beside.goto(`${published.origin}/icon.svg`);
  await beside.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('cairn', 1000);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await expect(page.getByRole('alert')).toContainText('A newer version of Cairn is open in another tab.');
  await look(page);
  await expect(page.locator('html')).toHaveAttribute('data-release', '2', { timeout: 30_000 });
});
