import { defineConfig } from '@playwright/test';

/** What must be there within ten seconds has the machine for itself; Firefox has no frames without cookies. */
const measured = '**/rendered.spec.ts';

/** The companion in real browsers, which scripts/trials.mjs runs. */
export default defineConfig<object, { engine: 'chromium' | 'firefox' }>({
  testDir: 'tests/companion',
  outputDir: 'test-results/companion',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/companion.json' }]],
  projects: [
    ...(['chromium', 'firefox'] as const).map((engine) => ({ name: engine, use: { engine }, testIgnore: measured })),
    {
      name: 'measured',
      testMatch: measured,
      use: { engine: 'chromium' },
      workers: 1,
      dependencies: ['chromium', 'firefox'],
    },
  ],
});
