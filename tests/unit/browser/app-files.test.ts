import { expect, test } from 'vitest';
import { AppFiles } from '../../../src/browser/app-files.ts';
import { MemoryCaches } from '../../fakes/memory-caches.ts';

const scope = 'https://example.org/cairn/';

/** A browser with one app: what lies on its host, what it keeps, and which pages are open. */
function browser() {
  const caches = new MemoryCaches();
  const host = new Map<string, string>();
  const asked: string[] = [];
  let pages: string[] = [];
  return {
    caches,
    host,
    asked,
    open: (...ids: string[]) => (pages = ids),
    version(version: string, files: Record<string, string>, later: string[] = []) {
      for (const [path, content] of Object.entries(files)) host.set(scope + path, content);
      return new AppFiles({
        files: { version, start: Object.keys(files).map((path) => [path, '']), later },
        scope,
        caches: caches as unknown as CacheStorage,
        fetch: async (request) => {
          const url = request instanceof Request ? request.url : String(request);
          asked.push(url.slice(scope.length));
          const content = host.get(url);
          const type = content?.startsWith('<!') ? 'text/html; charset=utf-8' : 'application/octet-stream';
          const status = content === undefined ? 404 : 200;
          return new Response(content ?? 'not there', { status, headers: { 'content-type': type } });
        },
        openPages: async () => pages,
      });
    },
  };
}

const get = (path: string, mode: RequestMode = 'no-cors', method = 'GET') => ({
  url: new URL(path, scope).href,
  method,
  mode,
});
const read = async (app: AppFiles, path: string, mode?: RequestMode) => (await app.answer(get(path, mode))?.())?.text();

const first = { 'index.html': 'page 1', 'assets/a-1.js': 'script 1' };
const second = { 'index.html': 'page 2', 'assets/a-2.js': 'script 2' };

test('R14.5 what a version is made of is kept whole, and given without the network', async () => {
  const world = browser();
  const app = world.version('v1', first);
  await app.keep();
  await app.takeOver();
  world.host.clear();
  expect(await read(app, './', 'navigate')).toBe('page 1');
  expect(await read(app, './?utm=1#/s/x', 'navigate')).toBe('page 1');
  expect(await read(app, 'assets/a-1.js')).toBe('script 1');
});

test('R14.5 a version of which a file is missing is not kept', async () => {
  const world = browser();
  const app = world.version('v1', first);
  world.host.delete(`${scope}assets/a-1.js`);
  await expect(app.keep()).rejects.toThrow('assets/a-1.js could not be kept: 404');
});

test('R13.4 requests to other origins, to other folders, of other files and with other methods are left alone', () => {
  const app = browser().version('v1', first);
  expect(app.answer(get('https://api.example.com/index.html'))).toBeNull();
  expect(app.answer(get('https://example.org/other/index.html'))).toBeNull();
  expect(app.answer(get('data.json'))).toBeNull();
  expect(app.answer(get('index.html', 'cors', 'POST'))).toBeNull();
  expect(app.answer(get('page', 'navigate'))).toBeNull();
});

test('R14.5 a large part is kept once it has been used', async () => {
  const world = browser();
  world.host.set(`${scope}assets/engine.wasm`, 'engine');
  const app = world.version('v1', first, ['assets/engine.wasm']);
  await app.keep();
  expect(world.asked).not.toContain('assets/engine.wasm');
  expect(await read(app, 'assets/engine.wasm')).toBe('engine');
  world.host.clear();
  expect(await read(app, 'assets/engine.wasm')).toBe('engine');
});

test('R14.5 an answer that is no success is not kept', async () => {
  const world = browser();
  const app = world.version('v1', first, ['assets/engine.wasm']);
  expect(await read(app, 'assets/engine.wasm')).toBe('not there');
  world.host.set(`${scope}assets/engine.wasm`, 'engine');
  expect(await read(app, 'assets/engine.wasm')).toBe('engine');
});

test('R14.5 the old version stays until no page of it is open, and its pages find their parts', async () => {
  const world = browser();
  const old = world.version('v1', first);
  await old.keep();
  await old.takeOver();
  world.open('old page');
  const app = world.version('v2', second);
  await app.keep();
  await app.takeOver();
  world.host.clear();
  world.open('old page', 'new page');
  await app.sweep();
  expect(await read(app, 'assets/a-1.js')).toBe('script 1');
  expect(await read(app, './', 'navigate')).toBe('page 2');
  world.open('new page');
  await app.sweep();
  expect(await world.caches.keys()).toEqual(['cairn /cairn/ v2']);
});

test('R14.5 nothing is removed that another app of the same host keeps', async () => {
  const world = browser();
  await world.caches.open('cairn /other/ v1');
  await world.caches.open('somebody else');
  const app = world.version('v2', second);
  await app.keep();
  await app.takeOver();
  expect(await world.caches.keys()).toEqual(['cairn /other/ v1', 'somebody else', 'cairn /cairn/ v2']);
});

test('R13.2 every answer passes the place where headers are set; a script is given as it was kept', async () => {
  const world = browser();
  const app = world.version('v1', first);
  await app.keep();
  const page = await app.answer(get('./', 'navigate'))?.();
  expect(page?.headers.get('Referrer-Policy')).toBe('no-referrer');
  const script = await app.answer(get('assets/a-1.js'))?.();
  expect([...(script?.headers.keys() ?? [])]).toEqual(['content-type']);
});

test('R14.5 of a newer version only what has changed is fetched', async () => {
  const world = browser();
  await world.version('v1', { ...first, 'assets/same.js': 'same' }).keep();
  world.asked.length = 0;
  const app = world.version('v2', { ...second, 'assets/same.js': 'same' });
  await app.keep();
  expect(world.asked.sort()).toEqual(['assets/a-2.js', 'index.html']);
  await app.takeOver();
  expect(await read(app, 'assets/same.js')).toBe('same');
});

test.each(['assets/engine.wasm', 'assets/pdf.worker-1.mjs', 'assets/png-1.png', 'assets/words-1.js', 'notes.json'])(
  'R14.5 a page that a host answers in the place of %s is not kept: the next use has the file',
  async (path) => {
    const world = browser();
    const app = world.version('v1', first, [path]);
    world.host.set(scope + path, '<!doctype html><title>Cairn</title>');
    await read(app, path);
    world.host.set(scope + path, 'the file');
    expect(await read(app, path)).toBe('the file');
    world.host.delete(scope + path);
    expect(await read(app, path)).toBe('the file');
  },
);
