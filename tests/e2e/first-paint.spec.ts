import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import budget from '../../budget.json' with { type: 'json' };
import { expect, test } from './support/test.ts';

test('R13.2 the welcome screen is painted from at most 100 kB of JavaScript (gzip), all of it from the page itself @gate', async ({
  page,
  baseURL,
}) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('input')) return;
      observer.disconnect();
      performance.mark('shown');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  const before = await page.evaluate(() => {
    const shown = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
    return performance.getEntriesByType('resource').flatMap((each) => (each.startTime < shown ? [each.name] : []));
  });
  const sizes = await Promise.all(
    scripts
      .filter((script) => before.includes(script.url()))
      .map(async (script) => gzipSync(await script.body(), { level: 9 }).length),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget.first_paint_javascript_bytes);
  expect(scripts.filter((script) => !script.url().startsWith(String(baseURL)))).toEqual([]);
});

test('R13.2 before any script has come there is something to see, and it makes way for the page @gate', async ({
  page,
  baseURL,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${String(baseURL)}/assets/*.js`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const mark = page.locator('.starting svg');
  await expect(mark).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  release();
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await expect(mark).toBeHidden();
});

test('R14.5 at first the words of one language are loaded @gate', async ({ page }) => {
  const first = new Set<string>();
  page.on('request', (request) => {
    if (/\/assets\/first-/.test(request.url())) first.add(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Give it a goal. It finds the way, step by step.' })).toBeVisible();
  expect(first.size).toBe(1);
});

test('R14.5 where no words can be had, the page says in both languages that it waits', async ({ page }) => {
  await page.route('**/assets/first-*.js', () => undefined);
  await page.goto('/');
  await expect(page.getByText('Cairn is taking long to load.').first()).toBeVisible();
  await expect(page.getByText('Cairn 加载时间过长').first()).toBeVisible();
});
