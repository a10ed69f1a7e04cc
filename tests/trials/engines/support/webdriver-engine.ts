import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../browser/support/free-port.ts';
import { untilUp } from '../../browser/support/until-up.ts';
import type { Browser, Start, Tab } from './engine.ts';
import { virtualScreen } from './virtual-screen.ts';

/** WebKitGTK as Debian packages it, by its own WebDriver. Its windows are always private. */
export async function webdriverEngine(binary: string, { downloads, size, scheme }: Start): Promise<Browser> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-home-'));
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      TZ: 'Europe/Berlin',
      LANG: 'C.UTF-8',
      DISPLAY: await virtualScreen(),
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilUp(`${address}/status`);
  const args = ['--automation', ...(scheme === 'dark' ? ['--dark-mode'] : [])];
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } })
    .build();
  const version = (await driver.getCapabilities()).get('browserVersion') as string;
  let opened = 0;
  const end = async () => {
    await driver.quit().catch(() => undefined);
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };
  return {
    version,
    open: async () => {
      opened += 1;
      if (opened > 1) await driver.switchTo().newWindow('window');
      await resize(driver, size);
      return tab(driver, await driver.getWindowHandle());
    },
    kill: end,
    close: end,
  };
}

/** The window's frame takes some of its size: it is asked for again with that added. */
async function resize(driver: WebDriver, size: Start['size']): Promise<void> {
  await driver
    .manage()
    .window()
    .setRect({ ...size });
  const inner = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]');
  const larger = { width: 2 * size.width - inner[0], height: 2 * size.height - inner[1] };
  await driver.manage().window().setRect(larger);
}

function tab(driver: WebDriver, handle: string): Tab {
  /** All tabs share one driver: each act first turns to its own, and no two overlap. */
  const here = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(driver) ?? Promise.resolve()).then(async () => {
      if ((await driver.getWindowHandle()) !== handle) await driver.switchTo().window(handle);
      return act();
    });
    queues.set(
      driver,
      turn.catch(() => undefined),
    );
    return turn;
  };
  return {
    goto: (address) => here(() => driver.get(address)),
    evaluate: async <T>(expression: string) => {
      const answer = await here(() =>
        driver.executeAsyncScript<{ value?: T; error?: string }>(
          `const done = arguments[0];
           (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        ),
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as T;
    },
    mouse: (act, { x, y }) =>
      here(async () => {
        const actions = driver.actions({ async: true });
        if (act === 'move') actions.move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 30 });
        else if (act === 'down') actions.press();
        else actions.release();
        await actions.perform();
      }),
    press: (key) =>
      here(async () => {
        const keys = key.split('+').map((each) => named[each] ?? each);
        const actions = driver.actions({ async: true });
        for (const each of keys) actions.keyDown(each);
        for (const each of keys.reverse()) actions.keyUp(each);
        await actions.perform();
      }),
    type: (text) => here(() => driver.actions({ async: true }).sendKeys(text).perform()),
    setFiles: (selector, paths) => here(async () => driver.findElement(By.css(selector)).sendKeys(paths.join('\n'))),
    touch: null,
    screenshot: () => here(async () => Buffer.from(await driver.takeScreenshot(), 'base64')),
  };
}

const queues = new WeakMap<WebDriver, Promise<unknown>>();
const named: Record<string, string> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Space: ' ',
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Backspace: Key.BACK_SPACE,
};

/** The small browser that comes with WebKitGTK, or null where that is not installed. */
export function findMiniBrowser(): string | null {
  const root = '/usr/lib';
  try {
    const [found] = readdirSync(root, { withFileTypes: true })
      .filter((each) => each.isDirectory() && each.name.includes('linux-gnu'))
      .flatMap(({ name }) =>
        readdirSync(join(root, name))
          .filter((each) => each.startsWith('webkit2gtk-4.'))
          .map((each) => join(root, name, each, 'MiniBrowser')),
      );
    return found ?? null;
  } catch {
    return null;
  }
}
