import puppeteer, { type Page } from 'puppeteer-core';
import type { BrowserPage, CompanionBrowser } from './companion-browser.ts';

/**
 * Firefox with an extension installed for the time being, whose whole net is the proxy at `port`. It grants without its
 * prompt.
 */
export async function firefoxCompanion(path: string, folder: string, port: number): Promise<CompanionBrowser> {
  const uuid = 'ffffffff-0000-4000-8000-00000000ca14';
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    acceptInsecureCerts: true,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': port,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': port,
      'network.proxy.no_proxies_on': '',
      'network.proxy.allow_hijacking_localhost': true,
      'extensions.webextensions.uuids': JSON.stringify({ 'companion@cairn.invalid': uuid }),
      'extensions.webextOptionalPermissionPrompts': false,
      'intl.accept_languages': 'en-US',
    },
  });
  await browser.installExtension(folder);
  const open = async (address: string) => {
    const page = await browser.newPage();
    await page.goto(address);
    return opened(page);
  };
  /** The browser does not say where its tabs of extensions are; the pages do. */
  const companionPage = async (host: string) => {
    while (browser.connected)
      for (const page of await browser.pages()) {
        const address = await Promise.race([page.evaluate('location.href').catch(() => ''), soon()]);
        if (String(address).startsWith(`moz-extension://${uuid}/page.html`) && String(address).includes(host))
          return opened(page);
      }
    throw new Error('The browser has ended.');
  };
  return {
    version: await browser.version(),
    open,
    companionPage,
    permit: async (own, origin, given) => {
      const wanted = `{ origins: ['${origin}/*'] }`;
      if (!given) {
        await own.evaluate(`chrome.permissions.remove(${wanted})`);
        return;
      }
      /** It asks for a press, as of any page. */
      await own.evaluate(`(() => {
        const button = document.createElement('button');
        button.textContent = 'Permit';
        button.style.cssText = 'position:fixed;inset:0;z-index:9';
        button.onclick = () => void chrome.permissions.request(${wanted}).then(() => button.remove());
        document.body.append(button);
      })()`);
      await own.press('Permit');
      await own.evaluate(
        `new Promise((resolve) => { const look = () => document.body.textContent.includes('Permit') ? setTimeout(look, 5) : resolve(); look(); })`,
      );
    },
    close: () => browser.close(),
  };
}

/** A page that is going away may never answer. */
const soon = () => new Promise<string>((resolve) => setTimeout(resolve, 2000, ''));

const opened = (page: Page): BrowserPage => ({
  evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
  press: async (text) => {
    const button = `[...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.innerText) === '${text}')`;
    await page.waitForFunction(`${button}?.disabled === false`);
    const place = (await page.evaluate(
      `(() => { const { x, y, width, height } = ${button}.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
    )) as { x: number; y: number };
    await page.mouse.click(place.x, place.y);
  },
  close: () => page.close(),
});
