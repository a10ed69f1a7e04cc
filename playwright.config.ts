import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './scripts/find-browser.mjs';
import { testAddress, testPort } from './scripts/test-address.mjs';

const asRoot = process.getuid?.() === 0;
const args = [
  ...(asRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const started = (executablePath: string | null) => ({
  launchOptions: { ...(executablePath ? { executablePath } : {}), args },
});
const browser = findBrowser();
/** The browser as people have it, without a window. */
const wholeBrowser = { ...(browser ? {} : { channel: 'chromium' }), ...started(browser) };
const desktop = { viewport: { width: 1440, height: 900 } };

/** What the headless shell has no answer to: permissions to reach the local network and to notify. */
const needsWholeBrowser = '**/{doctor,notifications}.spec.ts';
/** What must happen within a second or two has the machine for itself. */
const measured = '**/tabs.spec.ts';

/** Also of the long journeys in tests/e2e, which the trials run. */
export const everydayProjects: NonNullable<PlaywrightTestConfig['projects']> = [
  {
    name: 'desktop',
    testIgnore: ['**/*.phone.spec.ts', needsWholeBrowser, measured],
    use: { ...desktop, ...started(findHeadlessShell() ?? browser) },
  },
  { name: 'whole browser', testMatch: needsWholeBrowser, use: desktop },
  {
    name: 'phone',
    testMatch: '**/*.phone.spec.ts',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    name: 'measured',
    testMatch: measured,
    use: desktop,
    workers: 1,
    dependencies: ['desktop', 'whole browser', 'phone'],
  },
];

export default defineConfig({
  testDir: 'tests/e2e',
  /** Of each part of the app the short journeys; the long ones stand beside them and run with the trials. */
  grepInvert: /@long/,
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  /** A test that passes only the second time is named as flaky at the end: a race to be found, but not a reason to know nothing of the rest. */
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${testPort} --strictPort`,
    url: testAddress,
    reuseExistingServer: false,
  },
  use: {
    baseURL: testAddress,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    screenshot: 'only-on-failure',
    /** A service worker answers before `page.route` is asked, and keeps files from one build to the next; what is about it allows it. */
    serviceWorkers: 'block',
    ...wholeBrowser,
  },
  projects: everydayProjects,
});
