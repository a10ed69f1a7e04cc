import { defineConfig } from '@playwright/test';
import everyday, { everydayProjects } from './playwright.config.ts';

const address = 'http://127.0.0.1:4319';
const viewport = { width: 1440, height: 900 };
/** What measures time has the machine for itself. */
const measured = [
  '**/scale.spec.ts',
  '**/large-plan.spec.ts',
  '**/sandbox.spec.ts',
  '**/page-figures.spec.ts',
  '**/imports.spec.ts',
];

/** The long trials in the browser and the long journeys of the everyday tests, which scripts/trials.mjs runs. */
export default defineConfig({
  ...everyday,
  testDir: 'tests/trials-browser',
  outputDir: 'test-results/trials',
  grepInvert: [],
  timeout: 180_000,
  reporter: [
    ['list'],
    ['json', { outputFile: '.cache/trials-browser.json' }],
    ['./tests/trials-browser/support/kill-figures.ts'],
  ],
  webServer: {
    command: 'npx vite preview --host 127.0.0.1 --port 4319 --strictPort',
    url: address,
    reuseExistingServer: false,
  },
  use: { ...everyday.use, baseURL: address },
  projects: [
    ...everydayProjects.map((project) => ({ ...project, testDir: 'tests/e2e', grep: /@long/, timeout: 60_000 })),
    { name: 'trials', testIgnore: measured, use: { viewport } },
    {
      name: 'measured trials',
      testMatch: measured,
      use: { viewport },
      workers: 1,
      dependencies: ['trials', 'measured'],
    },
  ],
});
