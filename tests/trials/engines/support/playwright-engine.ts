import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, firefox, webkit, type Page } from '@playwright/test';
import { findBrowser } from '../../../../scripts/find-browser.mjs';
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
    serviceWorkers: 'allow' as const,
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

/** Ends the processes below this one that were started on the profile, by their ids, all at once. */
function killOnProfile(profile: string): void {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(row))
    .flatMap((found) => (found ? [{ id: Number(found[1]), parent: Number(found[2]), args: found[3] ?? '' }] : []));
  const below = new Set([process.pid]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const { id, parent } of rows) if (below.has(parent)) below.add(id);
  }
  for (const { id, args } of rows)
    if (id !== process.pid && below.has(id) && args.includes(profile)) process.kill(id, 'SIGKILL');
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
