import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * pouchdb-server (CouchDB's protocol) or armadietto (remoteStorage) on the given port, as its first argument says;
 * prints `ready` once it answers. `origin`: the page that may use pouchdb-server.
 */
const [kind, port, origin = 'http://127.0.0.1:4318'] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'cairn-sync-'));
const config = join(folder, 'config.json');
const bin = (name) => fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url));

const couch = {
  httpd: { port: Number(port), bind_address: '127.0.0.1', enable_cors: true },
  cors: {
    origins: origin,
    credentials: true,
    methods: 'GET, PUT, POST, HEAD, DELETE',
    headers: 'accept, authorization, content-type, origin, referer, if-match',
  },
  log: { file: join(folder, 'log.txt') },
};
const remote = {
  allow_signup: true,
  storage_path: join(folder, 'storage'),
  lock_timeout_ms: 30_000,
  lock_stale_after_ms: 60_000,
  cache_views: true,
  http: { host: '127.0.0.1', port: Number(port) },
  https: { enable: false, force: false },
  basePath: '',
};
await writeFile(config, JSON.stringify(kind === 'couch' ? couch : remote));
const [script, ...args] =
  kind === 'couch'
    ? [bin('pouchdb-server/bin/pouchdb-server'), '--in-memory', '--config', config]
    : [bin('armadietto/bin/armadietto.js'), '-c', config];
const server = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: 'ignore' });
for (const signal of ['SIGTERM', 'SIGINT', 'exit']) process.once(signal, () => server.kill());
process.once('SIGTERM', () => process.exit());
server.once('exit', (code) => {
  console.error(`${script} ended (${code}). Is it installed? npm ci --prefix tests/peers`);
  process.exit(1);
});
for (;;) {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
  if (answer) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log('ready');
