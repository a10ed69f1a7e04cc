import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../../../../scripts/find-browser.mjs';

export const engines = {
  LevelDB: [],
  SQLite: ['--enable-features=IdbSqliteBackingStore,IdbSqliteOnDiskRollout'],
} as const;
export type Engine = keyof typeof engines;

const asRoot = process.getuid?.() === 0;
const settings = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-default-browser-check',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-features=PreloadTopChromeWebUI,Translate,OptimizationHints,MediaRouter',
  '--lang=en-US',
  '--window-size=1440,900',
  ...(asRoot ? ['--no-sandbox'] : []),
];

/** Process groups that must not outlive this one. */
const alive = new Set<number>();
process.once('exit', () => alive.forEach((group) => process.kill(-group, 'SIGKILL')));

/** A browser of the trial's own, in a process group of its own, on a profile folder that outlives it. */
export class OwnBrowser {
  readonly page: Page;
  /** When its process was started, by `performance.now`. */
  readonly startedAt: number;
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #address: string;
  #browser: Browser;

  private constructor(child: ChildProcess, address: string, browser: Browser, page: Page, startedAt: number) {
    this.#process = child;
    this.#closed = once(child, 'close');
    this.#address = address;
    this.#browser = browser;
    this.page = page;
    this.startedAt = startedAt;
  }

  static async start(profile: string, engine: Engine): Promise<OwnBrowser> {
    const startedAt = performance.now();
    const path = findBrowser() ?? chromium.executablePath();
    const child = spawn(path, [...settings, ...engines[engine], `--user-data-dir=${profile}`, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'Europe/Berlin' },
    });
    if (child.pid !== undefined) alive.add(child.pid);
    const address = await addressOf(child);
    const browser = await chromium.connectOverCDP(address);
    return new OwnBrowser(child, address, browser, pageOf(browser), startedAt);
  }

  /**
   * The page by a new connection: an old one loses a page that comes back from the browser's memory. As `stranger` the
   * page is not kept in focus, so that it can be frozen.
   */
  async reconnect(as: 'tester' | 'stranger' = 'tester'): Promise<Page> {
    await this.#browser.close();
    this.#browser = await chromium.connectOverCDP(this.#address, { noDefaults: as === 'stranger' });
    return pageOf(this.#browser);
  }

  /** Ends all processes of the browser at once, without a word to any; resolves when the last one is gone. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return this.#end();
    if (this.#process.pid !== undefined) process.kill(-this.#process.pid, 'SIGKILL');
    await this.#end();
  }

  /** Ends the browser as a person does. */
  async quit(): Promise<void> {
    const session = await this.#browser.newBrowserCDPSession();
    await session.send('Browser.close').catch(() => undefined);
    await this.#end();
  }

  async #end(): Promise<void> {
    await this.#closed;
    if (this.#process.pid !== undefined) alive.delete(this.#process.pid);
    await this.#browser.close().catch(() => undefined);
  }
}

function pageOf(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The browser has no page.');
  return page;
}

/**
 * Where a browser that has just been started listens. Its pipe is read on: it closes with the last of its processes.
 */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
      const address = /listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    stderr?.on('end', () => reject(new Error(`The browser did not start: ${said}`)));
  });
}
