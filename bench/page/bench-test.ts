import { test as base } from '../../tests/e2e/support/test.ts';
import { serveFolder } from '../browser/serve-folder.mjs';

interface Fixtures {
  /** Records one time or size of this repetition; the reporter computes the medians. */
  figure: (measure: string, value: number, unit: string, n?: number) => void;
}

/** The `test` of the browser tests, for the built page as a static host serves it. */
export const test = base.extend<Fixtures, { served: string }>({
  served: [
    async ({}, use) => {
      const site = await serveFolder(process.env.BENCH_DIST ?? 'dist');
      await use(site.address);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ served }, use) => use(served),
  figure: async ({}, use, info) =>
    use((measure, value, unit, n) => {
      info.annotations.push({ type: 'figure', description: JSON.stringify({ measure, value, unit, n: n ?? null }) });
    }),
});
