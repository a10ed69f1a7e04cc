import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumId, companionVersion } from '../../../extension/protocol.ts';
import { buildExtension, filesOf, originFault, type Target } from '../../../scripts/build-extension.mjs';

interface Manifest {
  key: string;
  permissions: string[];
  [name: string]: unknown;
}
const origins = ['https://cairn.example', 'http://127.0.0.1:22476'];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-'));
  for (const browser of ['chromium', 'firefox'] as const) await buildExtension(browser, join(folder, browser), origins);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const manifestOf = async (browser: Target) =>
  JSON.parse(await readFile(join(folder, browser, 'manifest.json'), 'utf8')) as Manifest;

describe.each(['chromium', 'firefox'] as const)('the companion for %s', (browser) => {
  test('weighs less than 20 kB without its icon as it is shipped, and not much more unpacked', async () => {
    const files = await filesOf(join(folder, browser));
    delete files['icon.png'];
    const unpacked = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    expect(zipSync(files, { level: 9 }).length).toBeLessThan(20_000);
    expect(unpacked).toBeLessThan(browser === 'firefox' ? 23_000 : 28_000);
  });

  test('asks for no site at installation, and for nothing that could watch', async () => {
    const manifest = await manifestOf(browser);
    const own = browser === 'chromium' ? ['declarativeNetRequestWithHostAccess', 'offscreen'] : [];
    expect(manifest.permissions).toEqual([...own, 'storage']);
    expect(manifest.optional_permissions).toEqual(browser === 'chromium' ? ['scripting'] : undefined);
    expect(manifest).toMatchObject({ optional_host_permissions: ['https://*/*'], incognito: 'not_allowed' });
    for (const name of ['host_permissions', 'web_accessible_resources']) expect(manifest).not.toHaveProperty(name);
  });

  test('is the same, byte for byte, when it is built again', async () => {
    const before = await filesOf(join(folder, browser));
    await buildExtension(browser, join(folder, 'again'), origins);
    expect(await filesOf(join(folder, 'again'))).toEqual(before);
  });
});

test('its version is its own, and at least the one that the app asks for', async () => {
  expect((await manifestOf('firefox')).version).toBe(companionVersion);
  expect((await manifestOf('chromium')).version).toBe(companionVersion);
});

test('it is not built for a plain-http address of another machine', async () => {
  await expect(buildExtension('firefox', join(folder, 'plain'), ['http://cairn.example'])).rejects.toThrow(
    /not served over https/,
  );
});

test('in Chromium only pages of Cairn can call, at the id that the app knows', async () => {
  const { key, externally_connectable: callers } = await manifestOf('chromium');
  expect(callers).toEqual({ matches: ['https://cairn.example/*', 'http://127.0.0.1:22476/*'] });
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  expect(Array.from(hash, (digit) => String.fromCharCode(97 + parseInt(digit, 16))).join('')).toBe(chromiumId);
});

test('in Firefox the bridge stands on hosts of Cairn only, in the top frame', async () => {
  expect((await manifestOf('firefox')).content_scripts).toEqual([
    { matches: ['https://cairn.example/*', 'http://127.0.0.1/*'], js: ['bridge.js'], run_at: 'document_start' },
  ]);
});

describe('the addresses', () => {
  test.each([
    'http://cairn.example',
    'http://192.168.0.2:8080',
    'http://127.0.0.2',
    'http://localhost.example',
    'file://',
    'https://a.example/',
    'ftp://a.example',
    'x',
  ])('it is not built for %s', (origin) => expect(originFault(origin)).toContain(origin));
  test.each([
    'https://cairn.example',
    'https://cairn.example:8443',
    'http://127.0.0.1:22476',
    'http://localhost:5173',
    'http://[::1]:1234',
  ])('it is built for %s', (origin) => expect(originFault(origin)).toBeNull());
});
