import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import {
  addressAt,
  chosenPort,
  howToChoose,
  isCairnAt,
  movedText,
  reservePort,
  takenText,
  usualPort,
} from './start-address.mjs';

/** Exists once this version has been started here. */
const started = 'node_modules/.cairn-started';

const port = chosenPort(process.argv.slice(2));
if (port === null) fail(howToChoose);
const reserved = (await reservePort(port)) ?? fail(takenText(port, await isCairnAt(port)));
if (!(await installPackages())) process.exit(1);
if (port === usualPort && !existsSync(started)) {
  if (existsSync('dist/index.html')) console.log(movedText);
  writeFileSync(started, '');
}
const { build, preview } = await import('vite');
if (builtAt() < newest(['index.html', 'package-lock.json', 'vite.config.ts', 'svelte.config.js', 'public', 'src'])) {
  console.log('Building …');
  await build({ logLevel: 'warn' });
}
await reserved.release();
const server = await preview({
  logLevel: 'silent',
  preview: { host: '127.0.0.1', port, strictPort: true },
}).catch(async () => fail(takenText(port, await isCairnAt(port))));
const address = addressAt(port);
console.log(`Cairn is at ${address} (Ctrl-C ends it)`);
if (port !== usualPort)
  console.log(
    `What is stored at ${addressAt(usualPort)} is not seen at this address; a companion is built for one address.`,
  );
openBrowser(address);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server.httpServer.closeAllConnections?.();
    server.httpServer.close(() => process.exit(0));
  });

function fail(text) {
  console.error(text);
  process.exit(1);
}

function builtAt() {
  return existsSync('dist/index.html') ? statSync('dist/index.html').mtimeMs : 0;
}

function newest(paths) {
  return Math.max(
    ...paths.filter(existsSync).map((path) => {
      const { mtimeMs } = statSync(path);
      if (!statSync(path).isDirectory()) return mtimeMs;
      return Math.max(mtimeMs, newest(readdirSync(path).map((name) => join(path, name))));
    }),
  );
}

/** Opens the browser if there is a screen; a browser that does not open is no reason to fail. */
function openBrowser(url) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const screen = process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY;
  if (CI || !screen) return;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
