import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CouchStore } from '../../../src/devices/couch-store.ts';
import { RemoteStorageStore } from '../../../src/devices/remote-storage-store.ts';
import { replicaStoreContract } from '../../contracts/replica-store.ts';
import { connectSpace, enforcesConditionalWrites } from '../../../src/devices/connect-space.ts';
import { findAccountStorage } from '../../../src/devices/find-account-storage.ts';
import { MemoryReplica } from '../../fakes/memory-replica.ts';

replicaStoreContract('the store in memory', async () => {
  const store = new MemoryReplica();
  return { store, second: store };
});

test('the probe refuses a server that takes every write, whatever its conditions', async () => {
  const kept = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      response.writeHead(kept.has(path) ? 200 : 404, { etag: '"1"' }).end(kept.get(path) ?? '');
      return;
    }
    let body = '';
    request.on('data', (piece: Buffer) => (body += String(piece)));
    request.on('end', () => {
      kept.set(path, body);
      response.writeHead(201, { 'content-type': 'application/json', etag: '"1"' }).end('{"ok":true,"rev":"1-a"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    expect(await enforcesConditionalWrites(new CouchStore(fetch, `${origin}/db`, null), 'probe')).toBe(false);
    const folder = new RemoteStorageStore(fetch, `${origin}/folder`, 'token', async () => undefined);
    expect(await enforcesConditionalWrites(folder, 'probe')).toBe(false);
  } finally {
    server.close();
  }
});

test('a server that ignores conditions is not connected to', async () => {
  class Careless extends MemoryReplica {
    override move(name: string, body: string): Promise<string | null> {
      return super.move(name, body, this.documents.get(name)?.tag ?? null);
    }
  }
  const server = new Careless();
  const answer = await connectSpace(server, { passphrase: 'any', invited: null, probe: 'probe' });
  expect(answer).toEqual({ ok: false, error: 'conditions' });
  expect([...server.documents.keys()]).toEqual(['probe']);
});

test.each([409, 412])('an answer of %i to a move means that the state was over', async (status) => {
  const answered = async () => new Response('{"error":"conflict"}', { status });
  expect(await new CouchStore(answered, 'https://c.example/db', null).move('head', 'one', '1-a')).toBeNull();
  const folder = new RemoteStorageStore(answered, 'https://r.example/f', 'token', async () => undefined);
  expect(await folder.move('head', 'one', '"1"')).toBeNull();
});

test.each([
  [401, 'sign_in'],
  [403, 'forbidden'],
  [404, 'missing'],
  [413, 'too_large'],
  [429, 'busy'],
  [500, 'down'],
  [503, 'down'],
  [507, 'full'],
  [302, 'unexpected'],
])('an answer of %i is the fault %s, with the time to wait', async (status, code) => {
  const answered = async () => new Response('{}', { status, headers: { 'retry-after': '7' } });
  const store = new CouchStore(answered, 'https://couch.example/db', null);
  await expect(store.pull('head')).rejects.toMatchObject({ code, ...(status === 404 ? {} : { retryAfterMs: 7000 }) });
});

test('no answer, and one that is no JSON, are faults of their own', async () => {
  const refuse = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(new CouchStore(refuse, 'https://c.example/db', null).pull('x')).rejects.toMatchObject({
    code: 'unreachable',
  });
  const page = async () => new Response('<html>', { status: 200 });
  await expect(new CouchStore(page as typeof fetch, 'https://c.example/db', null).pull('x')).rejects.toMatchObject({
    code: 'unexpected',
  });
});

const second = 1000;
const pause = (ms: number) => new Promise<void>((over) => void setTimeout(over, ms));
/** A server that takes every request and never answers; it does not even notice that one is given up. */
const silent = () => new Promise<Response>(() => undefined);

/** Lets time pass for a request; returns after how many seconds it was given up, as which error. */
async function givenUp(request: () => Promise<unknown>): Promise<{ code: unknown; after: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let code: unknown;
  void request().catch((error: unknown) => (code = (error as { code?: unknown }).code));
  let after = 0;
  for (; code === undefined && after < 1000; after += 1) await vi.advanceTimersByTimeAsync(second);
  return { code, after };
}

const couch = (fetch: () => Promise<Response>) => new CouchStore(fetch, 'https://c.example/db', null);
const folderAt = (fetch: () => Promise<Response>) =>
  new RemoteStorageStore(fetch, 'https://r.example/f', 'token', async () => undefined);

test.each<[string, () => Promise<unknown>, number]>([
  ['a look for changes', () => couch(silent).changes('0'), 30],
  ['a write', () => couch(silent).move('head', 'one', null), 30],
  ['a question for a piece', () => folderAt(silent).exists('p'), 30],
  ['a folder’s list', () => folderAt(silent).changes(null), 30],
  ['a large piece, which a slow line carries for a while,', () => folderAt(silent).push('p', 'x'.repeat(500_000)), 80],
  ['a watch, which the server may hold,', () => couch(silent).watch('0', new AbortController().signal), 85],
])('%s that gets no answer at all is given up', async (_, request, seconds) => {
  const { code, after } = await givenUp(request);
  expect(code).toBe('unreachable');
  expect(after).toBeGreaterThanOrEqual(seconds);
  expect(after).toBeLessThan(seconds + 2);
});

test('an answer that breaks off is given up, and one that comes slowly is not', async () => {
  const parts = (count: number, last: boolean) => async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        async start(stream) {
          for (const part of `{"body":"${'x'.repeat(count - 3)}"}`.match(/.{10}|.+/g) ?? []) {
            stream.enqueue(new TextEncoder().encode(part));
            await pause(20 * second);
          }
          if (last) stream.close();
        },
      }),
    );
  expect(await givenUp(() => couch(parts(60, false)).piece('p'))).toMatchObject({ code: 'unreachable' });
  const slow = couch(parts(60, true)).piece('p');
  await vi.advanceTimersByTimeAsync(200 * second);
  expect(await slow).toMatch(/^x+$/);
});

test('an account of a server that never answers is out of reach', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const found = findAccountStorage(() => silent, 'ada@storage.example');
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(await found).toBe('unreachable');
});
