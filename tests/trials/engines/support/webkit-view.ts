import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, Start, Tab } from './engine.ts';
import { virtualScreen } from './virtual-screen.ts';

const program = fileURLToPath(new URL('webkit-view.py', import.meta.url));

/** WebKitGTK in windows of our own: private or on a profile, of any width, with a finger. */
export async function webkitView({ profile, downloads, size, scheme }: Start): Promise<Browser> {
  const given = JSON.stringify({ profile, downloads, size, dark: scheme === 'dark' });
  const child = spawn('/usr/bin/python3', [program, given], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      TZ: 'Europe/Berlin',
      LANG: 'C.UTF-8',
      DISPLAY: await virtualScreen(),
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const ended = once(child, 'exit');
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string };
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  child.stdin.on('error', () => undefined);
  const over = () => child.exitCode !== null || child.signalCode !== null;
  const gone = () => new Error('The browser has ended.');
  void ended.then(() => waiting.forEach(({ reject }) => reject(gone())));
  let last = 0;
  const ask = <T>(act: string, more: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      if (over()) {
        reject(gone());
        return;
      }
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      child.stdin.write(`${JSON.stringify({ id: last, act, ...more })}\n`);
    });
  const kill = async () => {
    if (over()) return;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  process.once('exit', () => void kill());
  const version = await ask<string>('version');
  return {
    version,
    open: async () => tab(ask, await ask<number>('open')),
    kill,
    close: async () => {
      void ask('quit').catch(() => undefined);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
      await kill();
    },
  };
}

function tab(ask: <T>(act: string, more?: object) => Promise<T>, view: number): Tab {
  return {
    goto: (address) => ask('goto', { view, address }),
    evaluate: async <T>(expression: string) => {
      const text = await ask<string>('evaluate', {
        view,
        code: `return JSON.stringify({ value: await (${expression}) })`,
      });
      return (JSON.parse(text) as { value: T }).value;
    },
    mouse: (kind, at) => ask('mouse', { view, kind, ...at }),
    press: (key) => ask('press', { view, keys: key.split('+') }),
    /* Letters that come faster than the page takes them are lost. */
    type: async (text) => {
      for (const letter of text) {
        await ask('press', { view, keys: [letter] });
        await ask('evaluate', { view, code: 'return ""' });
      }
    },
    setFiles: async (selector, paths) => {
      await ask('choose', { view, paths });
      await ask('gesture', { view, code: `document.querySelector(${JSON.stringify(selector)}).click()` });
    },
    touch: (path) => ask('touch', { view, path }),
    screenshot: async () => Buffer.from(await ask<string>('screenshot', { view }), 'base64'),
  };
}
