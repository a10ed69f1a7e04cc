import { defineConfig } from '@playwright/test';

/** CI's journeys in Chromium are those of tests/e2e. */
const engines = [...(process.env.CI ? [] : ['chromium']), 'webkit', 'firefox'];

/** The journeys in three engines, which scripts/trials.mjs runs over the built app. */
export default defineConfig<object, { engine: string }>({
  testDir: 'tests/engines',
  outputDir: 'test-results/engines',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 1,
  timeout: 90_000,
  reporter: [['list'], ['json', { outputFile: '.cache/engines.json' }], ['./tests/engines/support/journey-table.ts']],
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
