import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CouchStore } from '../../src/devices/couch-store.ts';
import { RemoteStorageStore } from '../../src/devices/remote-storage-store.ts';
import { replicaStoreContract } from '../contracts/replica-store.ts';

/** Of the server that `npm run trials:sync -- --server URL` names: name and password, or a token, stand in the URL. */
const named = process.env.SYNC_SERVER;
const started: ChildProcess[] = [];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const fresh = () => `cairn-trial-${crypto.randomUUID()}`;
const peersFolder = fileURLToPath(new URL('../peers/node_modules', import.meta.url));
const peersThere = existsSync(join(peersFolder, 'pouchdb-server'));

afterAll(() => started.forEach((child) => child.kill()));

if (named) {
  const url = new URL(named);
  const token = url.searchParams.get('token');
  const signIn =
    url.username === '' ? null : { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  url.username = url.password = url.search = '';
  const root = url.href.replace(/\/+$/, '');
  replicaStoreContract(root, async () => {
    const place = `${root}/${fresh()}`;
    const make = () =>
      token === null ? new CouchStore(fetch, place, signIn) : new RemoteStorageStore(fetch, place, token, wait);
    const store = make();
    if (store instanceof CouchStore) await store.open();
    return { store, second: make() };
  });
} else if (!peersThere) {
  process.stderr.write('Not tried with real servers: npm run trials installs pouchdb-server and armadietto.\n');
}

describe.skipIf(named !== undefined || !peersThere)('over servers that others wrote', () => {
  let couch = '';
  let remote = '';
  let token = '';
  beforeAll(async () => {
    [couch, remote] = await Promise.all([start('couch'), start('remote')]);
    token = await remoteToken(remote);
  }, 60_000);

  replicaStoreContract('CouchStore at pouchdb-server', async () => {
    const place = `${couch}/${fresh()}`;
    const store = new CouchStore(fetch, place, null);
    await store.open();
    return { store, second: new CouchStore(fetch, place, null) };
  });

  replicaStoreContract('RemoteStorageStore at armadietto', async () => {
    const place = `${remote}/storage/ada/cairn/${fresh()}`;
    const make = () => new RemoteStorageStore(fetch, place, token, wait);
    return { store: make(), second: make() };
  });

  test('two states that pouchdb-server did not merge are both told, can each be read, and become one', async () => {
    const place = `${couch}/${fresh()}`;
    const store = new CouchStore(fetch, place, null);
    await store.open();
    const first = await store.move('head', 'one', null);
    const { since } = await store.changes(null);
    const torn = { _id: 'd-head', _rev: '2-ffffffffffffffffffffffffffffffff', body: 'there' };
    const [, id = ''] = (first ?? '').split('-');
    const docs = [{ ...torn, _revisions: { start: 2, ids: [torn._rev.slice(2), id] } }];
    const headers = { 'content-type': 'application/json' };
    const own = await store.move('head', 'here', first);
    const body = JSON.stringify({ docs, new_edits: false });
    await fetch(`${place}/_bulk_docs`, { method: 'POST', headers, body });
    const found = await store.pull('head');
    expect([found?.tag, ...(found?.others ?? [])].sort()).toEqual([own, torn._rev].sort());
    expect((await store.changes(since)).moved.get('head')).toBeNull();
    expect([await store.state('head', own!), await store.state('head', torn._rev)]).toEqual(['here', 'there']);
    const next = await store.move('head', 'both', own);
    const mark = (await store.changes(since)).since;
    expect(await store.remove('head', torn._rev)).toBe(true);
    expect(await store.pull('head')).toMatchObject({ body: 'both', tag: next, others: [] });
    expect([...(await store.changes(mark)).moved.keys()]).toEqual(['head']);
  });

  test('a database that is not there, and a wrong token, are named', async () => {
    await expect(new CouchStore(fetch, `${couch}/none`, null).pull('x')).rejects.toMatchObject({ code: 'missing' });
    const folder = new RemoteStorageStore(fetch, `${remote}/storage/ada/cairn/x`, 'wrong', wait);
    await expect(folder.pull('x')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

async function start(kind: 'couch' | 'remote'): Promise<string> {
  const port = await freePort();
  const script = fileURLToPath(new URL('../peers/sync-servers.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, kind, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
  return `http://127.0.0.1:${port}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

/** Signs up at armadietto and gives the app access to its folder, as a person does in the browser. */
async function remoteToken(server: string): Promise<string> {
  const person = { username: 'ada', email: 'ada@example.org', password: 'correct horse' };
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual' as const,
  });
  await fetch(`${server}/signup`, form(person));
  const asked = {
    client_id: server,
    redirect_uri: `${server}/`,
    response_type: 'token',
    scope: 'cairn:rw',
    state: 's',
  };
  const answer = await fetch(`${server}/oauth`, form({ ...asked, ...person, allow: 'Allow' }));
  const found = /access_token=([^&]+)/.exec(answer.headers.get('location') ?? '');
  return decodeURIComponent(found?.[1] ?? '');
}
