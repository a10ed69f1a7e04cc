import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const address = 'http://127.0.0.1:4342';
const browser = findBrowser();
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '/tmp/results-dev',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  webServer: {
    command: 'npx vite preview --outDir /tmp/dist-dev --host 127.0.0.1 --port 4342 --strictPort',
    url: address,
    reuseExistingServer: false,
  },
  use: {
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: '**/*.phone.spec.ts', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: '**/*.phone.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
