import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import type { Browser, Start, Tab } from './engine.ts';

/** The Firefox of this machine, over WebDriver BiDi. */
export async function puppeteerEngine(
  path: string,
  { profile, isPrivate, downloads, size, scheme }: Start,
): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    ...(profile ? { userDataDir: profile } : {}),
    env: { ...process.env, TZ: 'Europe/Berlin' },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'browser.privatebrowsing.autostart': isPrivate,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'dom.w3c_touch_events.enabled': size.width < 600 ? 1 : 0,
      'network.lna.blocking': false,
    },
  });
  const ended = new Promise<void>((resolve) => browser.process()?.once('exit', () => resolve()));
  return {
    version: await browser.version(),
    open: async () => {
      const page = await browser.newPage();
      await page.setViewport({ ...size, hasTouch: size.width < 600 });
      return tab(page);
    },
    kill: async () => {
      const { pid } = browser.process() ?? {};
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      await ended;
    },
    close: () => browser.close(),
  };
}

function tab(page: Page): Tab {
  return {
    goto: async (address) => {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    mouse: async (act, { x, y }) => {
      if (act === 'move') await page.mouse.move(x, y, { steps: 3 });
      else await page.mouse[act]();
    },
    press: async (key) => {
      const keys = key.split('+').map((each) => (each === 'Space' ? ' ' : each)) as KeyInput[];
      for (const each of keys) await page.keyboard.down(each);
      for (const each of keys.reverse()) await page.keyboard.up(each);
    },
    type: (text) => page.keyboard.type(text),
    setFiles: async (selector, paths) => {
      const field = await page.$(selector as 'input');
      if (!field) throw new Error(`There is no ${selector}.`);
      await field.uploadFile(...paths);
    },
    touch: async (path) => {
      const [first, ...rest] = path;
      if (!first) return;
      const finger = await page.touchscreen.touchStart(first.x, first.y);
      for (const { x, y } of rest) await finger.move(x, y);
      await finger.end();
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}
