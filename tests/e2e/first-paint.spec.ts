import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, test } from './support/test.ts';

test('R13.2 the welcome screen is painted from at most 120 kB of JavaScript (gzip), all of it from the page itself', async ({
  page,
  baseURL,
}) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const before = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return performance.getEntriesByType('resource').flatMap((each) => (each.startTime < painted ? [each.name] : []));
  });
  const sizes = await Promise.all(
    scripts
      .filter((script) => before.includes(script.url()))
      .map(async (script) => gzipSync(await script.body(), { level: 9 }).length),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
  expect(scripts.filter((script) => !script.url().startsWith(String(baseURL)))).toEqual([]);
});
