import { existsSync } from 'node:fs';
import type { Browser, EngineName, Start } from './engine.ts';
import { playwrightEngine } from './playwright-engine.ts';
import { puppeteerEngine } from './puppeteer-engine.ts';
import { findMiniBrowser, webdriverEngine } from './webdriver-engine.ts';
import { webkitView } from './webkit-view.ts';

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/**
 * Starts an engine as this machine has it: Firefox and WebKitGTK as Debian packages them, else as Playwright brings
 * them. WebKitGTK's own WebDriver knows private windows of a desktop's width only; profiles, phones and fingers need a
 * view of ours.
 */
export function startEngine(name: EngineName, start: Start): Promise<Browser> {
  if (name === 'firefox' && firefox) return puppeteerEngine(firefox, start);
  const miniBrowser = name === 'webkit' ? findMiniBrowser() : null;
  if (!miniBrowser) return playwrightEngine(name, start);
  return start.profile || start.size.width < 600 ? webkitView(start) : webdriverEngine(miniBrowser, start);
}
