import { defineConfig } from '@playwright/test';
import everyday from '../../playwright.config.ts';

const repeating = ['resume.bench.ts', 'heap.bench.ts'];
const viewport = { width: 1440, height: 900 };

/** Figures of the page: one thing at a time, each on a page of its own that has never been opened before. */
export default defineConfig({
  ...everyday,
  /** The specs serve the page themselves. */
  webServer: [],
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../../test-results/bench',
  workers: 1,
  fullyParallel: false,
  timeout: 1_200_000,
  reporter: [['list'], ['./figures-reporter.ts']],
  use: { ...everyday.use, viewport },
  projects: [
    { name: 'page', testIgnore: repeating },
    /** These repeat by themselves, or take minutes. */
    { name: 'page, once', testMatch: repeating, repeatEach: 1 },
  ],
});
