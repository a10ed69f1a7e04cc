import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './scripts/find-browser.mjs';
import { testAddress, testPort } from './scripts/test-address.mjs';

type Project = NonNullable<PlaywrightTestConfig['projects']>[number];

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
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Whether pages are slowed down; see tests/e2e/support/test.ts. */
const isSlow = process.env.SLOWDOWN !== undefined;

/** What the headless shell has no answer to: permissions to reach the local network and to notify. */
const needsWholeBrowser = '**/{doctor,notifications}.spec.ts';

/** The journeys of tests/e2e on a desktop and on a phone: those of the gate say `@gate`, the others are trials. */
function journeys(part: 'gate' | 'journeys'): Project[] {
  const options =
    part === 'gate'
      ? { grep: /@gate/, retries: 2, timeout: isSlow ? 360_000 : 120_000 }
      : { grepInvert: /@gate/, retries: 1, timeout: 180_000 };
  const rest = { testDir: 'tests/e2e', ...options };
  return [
    {
      ...rest,
      name: part,
      testIgnore: ['**/*.phone.spec.ts', needsWholeBrowser],
      use: { ...desktop, ...started(findHeadlessShell() ?? browser) },
    },
    { ...rest, name: `${part}, whole browser`, testMatch: needsWholeBrowser, use: desktop },
    { ...rest, name: `${part}, phone`, testMatch: '**/*.phone.spec.ts', use: phone },
  ];
}

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
const kills = '**/{kills,background-kills,endings,storage-damage,devices-killed,images-killed}.spec.ts';
const reloads = '**/reload*.spec.ts';
const peers = '**/{peers,searx,mcp,devices,devices-sealed}.spec.ts';
/** Texts, pages, files and neighbours that mean harm. */
const foreign = '**/{addresses,broken-plans,canary,hidden-text,injections,markup,pages,shared-origin}.spec.ts';
/** Parts of the app that do not come, or come from another release. */
const parts = '**/{missing-parts,left-out,update,hosting}.spec.ts';
const trial = { testDir: 'tests/trials/browser', timeout: 180_000, retries: 0, use: desktop };
const views = [...measured, kills, reloads, peers, foreign, parts];

const looks = [
  { size: 'desktop', theme: 'light', language: 'en' },
  { size: 'desktop', theme: 'dark', language: 'zh' },
  { size: 'phone', theme: 'light', language: 'zh' },
  { size: 'phone', theme: 'dark', language: 'en' },
] as const;

/**
 * `npm test` runs the projects `gate*`, scripts/trials.mjs the others, part by part. The port is the system's, so that runs
 * beside one another do not meet.
 */
export default defineConfig<object, { engine: string }>({
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  maxFailures: process.env.CI ? 10 : 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${testPort} --strictPort`,
    url: testAddress,
    reuseExistingServer: false,
  },
  use: {
    baseURL: testAddress,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    /** A service worker answers before `page.route` is asked, and keeps files from one build to the next; what is about it allows it. */
    serviceWorkers: 'block',
    ...wholeBrowser,
  },
  projects: [
    ...journeys('gate'),
    ...journeys('journeys'),
    { ...trial, name: 'kills', testMatch: kills },
    { ...trial, name: 'reloads', testMatch: reloads },
    { ...trial, name: 'peers', testMatch: peers },
    { ...trial, name: 'foreign', testMatch: foreign },
    { ...trial, name: 'parts', testMatch: parts },
    { ...trial, name: 'views', testIgnore: views },
    { ...trial, name: 'measured', testMatch: measured, workers: 1 },
    ...['chromium', 'webkit', 'firefox'].map((engine) => ({
      name: `engines, ${engine}`,
      testDir: 'tests/trials/engines',
      timeout: 90_000,
      retries: 1,
      use: { engine },
    })),
    /** Firefox has no frames without cookies, so that it does not render pages. */
    ...['chromium', 'firefox'].map((engine) => ({
      name: `companion, ${engine}`,
      testDir: 'tests/trials/companion',
      testIgnore: ['**/withdrawals.spec.ts', ...(engine === 'firefox' ? ['**/rendered.spec.ts'] : [])],
      timeout: 90_000,
      retries: 1,
      use: { engine },
    })),
    ...['chromium', 'firefox'].map((engine) => ({
      name: `withdrawals, ${engine}`,
      testDir: 'tests/trials/companion',
      testMatch: '**/withdrawals.spec.ts',
      retries: 0,
      use: { engine },
    })),
    /** Takes the pictures in docs/ from the real built page: `npm run screenshots`. */
    ...looks.map(({ size, theme, language }) => ({
      name: `pictures, ${size}-${theme}-${language}`,
      testDir: 'tests/trials/pictures',
      use: {
        ...(size === 'phone' ? { ...phone, deviceScaleFactor: 2 } : desktop),
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        colorScheme: theme,
        actionTimeout: 15_000,
      },
    })),
  ],
});
