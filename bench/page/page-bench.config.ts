import { defineConfig } from '@playwright/test';
import everyday from '../../playwright.config.ts';

const repeating = ['resume.bench.ts', 'heap.bench.ts'];
const viewport = { width: 1440, height: 900 };

/** Measures the page: one spec at a time, each in a fresh page with an empty profile. */
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
    /** These specs repeat their measurement themselves, or take minutes. */
    { name: 'page, once', testMatch: repeating, repeatEach: 1 },
  ],
});
