import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';
import { testAddress, testPort } from './scripts/test-address.mjs';

const looks = [
  { size: 'desktop', theme: 'light', language: 'en' },
  { size: 'desktop', theme: 'dark', language: 'zh' },
  { size: 'phone', theme: 'light', language: 'zh' },
  { size: 'phone', theme: 'dark', language: 'en' },
] as const;

/** Takes the pictures in docs/ from the real built page: `npm run screenshots`. */
export default defineConfig({
  ...everyday,
  testDir: 'tests/pictures',
  outputDir: 'test-results/pictures',
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${testPort} --strictPort`,
    url: testAddress,
    reuseExistingServer: false,
  },
  use: { ...everyday.use, baseURL: testAddress, actionTimeout: 15_000 },
  projects: looks.map(({ size, theme, language }) => ({
    name: `${size}-${theme}-${language}`,
    use: {
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      colorScheme: theme,
      ...(size === 'phone'
        ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
        : { viewport: { width: 1440, height: 900 } }),
    },
  })),
});
