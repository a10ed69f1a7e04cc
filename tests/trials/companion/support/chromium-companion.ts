import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../../scripts/find-browser.mjs';
import { chromiumId } from '../../../../extension/protocol.ts';
import type { BrowserPage, CompanionBrowser } from './companion-browser.ts';

/** Chromium with an extension loaded unpacked, whose whole net is the proxy at `port`. */
export async function chromiumCompanion(folder: string, port: number): Promise<CompanionBrowser> {
  const path = findBrowser();
  const context = await chromium.launchPersistentContext('', {
    ...(path ? { executablePath: path } : { channel: 'chromium' }),
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--ignore-certificate-errors',
      `--proxy-server=http://127.0.0.1:${port}`,
      '--proxy-bypass-list=<-loopback>',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
    locale: 'en-US',
  });
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
  const open = async (address: string) => {
    const page = await context.newPage();
    await page.goto(address);
    return opened(page);
  };
  /** Chromium's own page of its extensions, where sites are given and taken away one by one. */
  let settings: Promise<Page> | null = null;
  const openSettings = async () => {
    const page = await context.newPage();
    await page.goto('chrome://extensions/');
    await page.evaluate(
      `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: '${chromiumId}', hostAccess: 'ON_SPECIFIC_SITES' })`,
    );
    return page;
  };
  return {
    version: context.browser()?.version() ?? '',
    context,
    open,
    companionPage: async (host) => {
      const isOwn = (each: Page) =>
        each.url().startsWith(`chrome-extension://${chromiumId}/`) && each.url().includes(host);
      const page = context.pages().find(isOwn) ?? (await context.waitForEvent('page', { predicate: isOwn }));
      await page.waitForLoadState();
      return opened(page);
    },
    permit: async (_, origin, given) => {
      const page = await (settings ??= openSettings());
      const change = given ? 'addHostPermission' : 'removeHostPermission';
      await page.evaluate(`chrome.developerPrivate.${change}('${chromiumId}', '${origin}/*')`);
    },
    close: () => context.close(),
  };
}

const opened = (page: Page): BrowserPage => ({
  evaluate: (expression) => page.evaluate(expression),
  press: (text) => page.getByRole('button', { name: text, exact: true }).first().click(),
  close: () => page.close(),
});
