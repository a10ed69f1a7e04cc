import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { keptIn } from '../../fakes/disguises.ts';

export type Place = 'session' | 'device' | 'passphrase';

/** What a secret may be disguised as, also by one who hides it. */
export function disguises(key: string): { name: string; form: string }[] {
  const bytes = Buffer.from(key);
  const inBase64 = [0, 1, 2].map((shift) => {
    const form = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return form.slice(shift === 0 ? 0 : 4, -4);
  });
  return [
    { name: 'plain', form: key },
    { name: 'reversed', form: Array.from(key).reverse().join('') },
    { name: 'hex', form: bytes.toString('hex') },
    { name: 'URL-encoded', form: encodeURIComponent(key) },
    { name: 'URL-encoded throughout', form: [...bytes].map((byte) => `%${byte.toString(16)}`).join('') },
    { name: 'escaped', form: Array.from(key, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('') },
    ...inBase64.flatMap((form) => [
      { name: 'base64', form },
      { name: 'base64 of URLs', form: form.replaceAll('+', '-').replaceAll('/', '_') },
    ]),
  ].map(({ name, form }) => ({ name, form: form.toLowerCase() }));
}

/** Notes, before the page's own scripts run, what goes through channels that leave no trace. */
function noteChannels(): void {
  const noted: string[] = [];
  Object.assign(window, { notedByCanary: noted });
  const text = (value: unknown): string => {
    try {
      return typeof value === 'string' ? value : JSON.stringify(value);
    } catch {
      return String(value);
    }
  };
  for (const [name, prototype] of [
    ['BroadcastChannel', BroadcastChannel.prototype],
    ['MessagePort', MessagePort.prototype],
    ['Worker', Worker.prototype],
  ] as const) {
    const post = Reflect.get(prototype, 'postMessage') as (...given: unknown[]) => void;
    Object.assign(prototype, {
      postMessage(this: object, ...given: unknown[]) {
        /* The one place that the key is handed to: the network worker of its endpoint. */
        const isHandedOver = name === 'Worker' && (given[0] as { kind?: unknown } | null)?.kind === 'key';
        if (!isHandedOver) noted.push(`${name}: ${text(given[0])}`);
        post.apply(this, given);
      },
    });
  }
  const set = Reflect.get<Storage, 'setItem'>(Storage.prototype, 'setItem');
  Storage.prototype.setItem = function (this: Storage, name: string, value: string) {
    noted.push(`${this === localStorage ? 'localStorage' : 'sessionStorage'} ${name}: ${value}`);
    set.call(this, name, value);
  };
}

/** All that a page holds and shows at this moment, as `where: text`. */
async function holdings(): Promise<string[]> {
  const found = [
    `address: ${location.href}`,
    `history: ${JSON.stringify(history.state)}`,
    `name: ${window.name}`,
    `cookie: ${document.cookie}`,
    `document: ${document.documentElement.outerHTML}`,
    ...performance.getEntries().map(({ name }) => `performance: ${name}`),
  ];
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select'))
    found.push(`field ${field.name || field.id}: ${field.value}`);
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const [key, value] of Object.entries(storage)) found.push(`${name} ${key}: ${String(value)}`);
  const noted = (window as unknown as { notedByCanary: string[] }).notedByCanary;
  found.push(...noted.splice(0));

  const plain = async (value: unknown): Promise<unknown> => {
    if (value instanceof Blob) return value.text();
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
    if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
    if (Array.isArray(value)) return Promise.all(value.map(plain));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, each]) => [key, await plain(each)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('unreadable'));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table);
      const [keys, rows] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      found.push(`table ${table}: ${JSON.stringify(keys)} ${JSON.stringify(await plain(rows))}`);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      found.push(`cache ${request.url}: ${(await (await cache.match(request))?.text()) ?? ''}`);
  }
  return found;
}

function parsed(text: string): { request?: { url: string } } | null {
  try {
    return JSON.parse(text) as { request?: { url: string } } | null;
  } catch {
    return null;
  }
}

/**
 * Looks for keys in all that a page shows, stores, logs, sends and hands out, and tells where they are not meant to be.
 */
export class CanaryWatch {
  readonly hits: string[] = [];
  /** How many requests carried a key where it belongs. */
  carried = 0;
  readonly #forms: ReturnType<typeof disguises>;
  readonly #keys: readonly string[];
  readonly #homes: Readonly<Record<string, string>>;
  readonly #seen = new Set<string>();
  readonly #pending: Promise<unknown>[] = [];

  private constructor(
    readonly page: Page,
    homes: Readonly<Record<string, string>>,
    others: readonly string[],
  ) {
    this.#homes = homes;
    this.#keys = [...Object.values(homes), ...others];
    this.#forms = this.#keys.flatMap(disguises);
    page.on('console', (message) => this.search('console', message.text()));
    page.on('pageerror', (error) => this.search('uncaught', error.stack ?? error.message));
    page.on('download', (download) => this.#pending.push(this.downloaded(download)));
    page.context().on('request', (request) => {
      let isCounted = false;
      const seen = (all: Record<string, string>) => {
        const { authorization = '', ...rest } = all;
        const [, key] = Object.entries(homes).find(([base]) => request.url().startsWith(base)) ?? [];
        const own = key !== undefined && authorization === `Bearer ${key}`;
        const sent = JSON.stringify(own ? rest : all);
        this.search(`request ${request.url()}`, `${request.url()} ${sent} ${request.postData() ?? ''}`);
        if (own && !isCounted) this.carried += 1;
        isCounted ||= own;
      };
      seen(request.headers());
      /** Of some requests of workers the browser never tells the headers that it adds: nobody waits for them. */
      void request.allHeaders().then(seen, () => undefined);
    });
  }

  /**
   * To be called before the page is opened. `homes` are the keys by the base address that each is for, `others` secrets
   * that belong nowhere at all.
   */
  static async over(
    page: Page,
    homes: Readonly<Record<string, string>>,
    others: readonly string[] = [],
  ): Promise<CanaryWatch> {
    await page.addInitScript(noteChannels);
    return new CanaryWatch(page, homes, others);
  }

  /** Resolves once what was handed out is searched. */
  async downloaded(download: Download): Promise<void> {
    this.search(`download ${download.suggestedFilename()}`, await readFile(await download.path(), 'latin1'));
  }

  /** Searches a text that was not searched before; the app's own kept files are not read for escapes, they are long. */
  search(where: string, text: string): void {
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    const lower = text.toLowerCase();
    for (const { name, form } of this.#forms) if (lower.includes(form)) this.hits.push(`${where} (${name})`);
    if (/\bcache http/.test(where)) return;
    for (const key of this.#keys) for (const name of keptIn(text, key)) this.hits.push(`${where} (read: ${name})`);
  }

  /** A request for a network worker without the key of the address that it is for. */
  #withoutOwn(held: string): string {
    const { request } = (held.startsWith('Worker: ') ? parsed(held.slice('Worker: '.length)) : null) ?? {};
    const [, key] = Object.entries(this.#homes).find(([base]) => request?.url.startsWith(base)) ?? [];
    return key === undefined ? held : held.replace(JSON.stringify(`Bearer ${key}`), '');
  }

  /** Searches what is there now; the place that the person chose may hold the key as it is. */
  async look(when: string, place: Place | null): Promise<void> {
    const chosen = place === 'session' ? 'sessionStorage' : place === 'device' ? 'localStorage' : null;
    for (const held of await this.page.evaluate(holdings)) {
      const each = this.#withoutOwn(held);
      const where = each.slice(0, each.indexOf(': '));
      if (chosen !== null && where.startsWith(`${chosen} cairn.key.`)) continue;
      this.search(`${when}: ${where}`, each);
    }
    await Promise.all(this.#pending.splice(0));
  }
}
