import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, firefox, webkit, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import type { Browser, EngineName, Start, Tab } from './engine.ts';

const types = { chromium, firefox, webkit };
const asRoot = process.getuid?.() === 0;

/** Chromium of this machine, or any engine as Playwright brings it. */
export async function playwrightEngine(
  name: EngineName,
  { profile, downloads, size, scheme }: Start,
): Promise<Browser> {
  const path = name === 'chromium' ? findBrowser() : null;
  const options = {
    ...(path ? { executablePath: path } : name === 'chromium' ? { channel: 'chromium' } : {}),
    args: name === 'chromium' ? ['--disable-gpu', '--disable-quic', ...(asRoot ? ['--no-sandbox'] : [])] : [],
  };
  const page = {
    viewport: size,
    colorScheme: scheme,
    hasTouch: size.width < 600,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  };
  const browser = profile ? null : await types[name].launch(options);
  const context = profile
    ? await types[name].launchPersistentContext(profile, { ...options, ...page })
    : await browser!.newContext(page);
  context.on('page', (opened) =>
    opened.on('download', (download) => void download.saveAs(join(downloads, download.suggestedFilename()))),
  );
  if (name === 'chromium') await context.grantPermissions(['local-network-access']).catch(() => undefined);
  return {
    version: (browser ?? context.browser())?.version() ?? '',
    open: async () => tab(await context.newPage(), name),
    kill: async () => {
      if (profile) killOnProfile(profile);
      await context.close().catch(() => undefined);
    },
    close: async () => {
      await context.close();
      await browser?.close();
    },
  };
}

/** Ends every process that was started on the profile, all at once. */
function killOnProfile(profile: string): void {
  const found = execFileSync('pgrep', ['-f', '--', profile], { encoding: 'utf8' });
  for (const id of found.trim().split('\n')) if (Number(id) !== process.pid) process.kill(Number(id), 'SIGKILL');
}

function tab(page: Page, name: EngineName): Tab {
  return {
    goto: async (address) => {
      await page.goto(address);
    },
    evaluate: (expression) => page.evaluate(expression),
    mouse: async (act, { x, y }) => {
      if (act === 'move') await page.mouse.move(x, y, { steps: 3 });
      else await page.mouse[act]();
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    setFiles: (selector, paths) => page.locator(selector).first().setInputFiles(paths),
    touch:
      name !== 'chromium'
        ? null
        : async (path) => {
            const session = await page.context().newCDPSession(page);
            for (const [at, point] of path.entries())
              await session.send('Input.dispatchTouchEvent', {
                type: at === 0 ? 'touchStart' : 'touchMove',
                touchPoints: [point],
              });
            await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
            await session.detach();
          },
    screenshot: () => page.screenshot(),
  };
}
