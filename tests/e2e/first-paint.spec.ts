import { gzipSync } from 'node:zlib';
import { expect, test } from './support/test.ts';

test('R13.2 the welcome screen is painted from at most 120 kB of JavaScript (gzip), all of it from the page itself', async ({
  page,
  baseURL,
}) => {
  const scripts: { url: string; size: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push({ url: response.url(), size: response.body().then((body) => gzipSync(body, { level: 9 }).length) });
  });
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const before = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return performance.getEntriesByType('resource').flatMap((each) => (each.startTime < painted ? [each.name] : []));
  });
  const sizes = await Promise.all(scripts.filter(({ url }) => before.includes(url)).map(({ size }) => size));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
  expect(scripts.filter(({ url }) => !url.startsWith(String(baseURL)))).toEqual([]);
});
