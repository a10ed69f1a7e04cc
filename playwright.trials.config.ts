import { defineConfig } from '@playwright/test';
import everyday, { everydayProjects } from './playwright.config.ts';
import { testAddress, testPort } from './scripts/test-address.mjs';

const viewport = { width: 1440, height: 900 };
/** What measures time has the machine for itself. */
const measured = [
  '**/scale.spec.ts',
  '**/large-plan.spec.ts',
  '**/sandbox.spec.ts',
  '**/page-figures.spec.ts',
  '**/imports.spec.ts',
  '**/image-files.spec.ts',
  '**/devices-{scale,figures}.spec.ts',
];
/** What Cairn promises first is tried first: where CI's time is short, the rest is what is left out. */
const durability = '**/{kills,reload,reload-everywhere,endings,storage-damage,devices-killed,images-killed}.spec.ts';

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
    command: `npx vite preview --host 127.0.0.1 --port ${testPort} --strictPort`,
    url: testAddress,
    reuseExistingServer: false,
  },
  use: { ...everyday.use, baseURL: testAddress },
  projects: [
    { name: 'durability', testMatch: durability, use: { viewport } },
    { name: 'trials', testIgnore: [...measured, durability], use: { viewport } },
    ...everydayProjects.map((project) => ({ ...project, testDir: 'tests/e2e', grep: /@long/, timeout: 120_000 })),
    {
      name: 'measured trials',
      testMatch: measured,
      use: { viewport },
      workers: 1,
      dependencies: ['durability', 'trials', 'measured'],
    },
  ],
});
