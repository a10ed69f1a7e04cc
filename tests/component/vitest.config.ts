import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser, findHeadlessShell } from '../../scripts/find-browser.mjs';
import { viewer } from '../../scripts/viewer.ts';
import { commands } from './support/commands.ts';

const executablePath = findHeadlessShell() ?? findBrowser();
const asRoot = process.getuid?.() === 0;
const onPhone = 'tests/component/**/*.phone.test.ts';

/** The browser as the journeys of tests/e2e have it; without motion, so that nothing is to be waited for. */
const browser = (more: object) =>
  playwright({
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu'],
    },
    contextOptions: { locale: 'en-US', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...more },
  });

/** Components in a real Chromium, each mounted alone: `npx vitest run --config tests/component/vitest.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [svelte(), viewer],
  cacheDir: '.cache/component',
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  /**
   * All packages that any component loads, also late, so that none is found in the middle of a test. The calendar is
   * made of Svelte components, which share one Svelte with the page's own only if they are compiled with them.
   */
  optimizeDeps: {
    exclude: ['@event-calendar/core'],
    entries: ['src/main.ts', 'src/workers/*.ts', 'tests/component/**/*.ts'],
  },
  test: {
    include: ['tests/component/**/*.test.ts'],
    setupFiles: ['tests/component/support/setup.ts'],
    /** For a test that hangs; no test asserts a time. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    /**
     * One page for all files, since loading the app anew for each takes longer than its tests; what is mounted is
     * removed.
     */
    isolate: false,
    fileParallelism: false,
    /** A notice of the browser, which the page keeps quiet, too. */
    onConsoleLog: (text) => !text.includes('ResizeObserver loop'),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands,
      instances: [
        {
          browser: 'chromium',
          name: 'desktop',
          provider: browser({ viewport: { width: 1440, height: 900 } }),
          viewport: { width: 1440, height: 900 },
          exclude: [onPhone],
        },
        {
          browser: 'chromium',
          name: 'phone',
          provider: browser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
          viewport: { width: 390, height: 844 },
          include: [onPhone],
        },
      ],
    },
  },
});
