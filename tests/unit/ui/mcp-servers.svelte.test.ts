import { expect, test } from 'vitest';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { McpServers } from '../../../src/ui/settings/mcp-servers.svelte.ts';

test('R14.6 an MCP server whose form is submitted twice at once is stored once', async () => {
  let ids = 0;
  let writes = 0;
  let release = (): void => undefined;
  const written = new Promise<boolean>((resolve) => (release = () => resolve(true)));
  const connection = { tools: async () => ({ ok: true, tools: [], left: [] }), close: () => undefined };
  const app = {
    settings: defaultSettings,
    words: new Translator(),
    changeSettings: async (change: Partial<Settings>) => void (app.settings = { ...app.settings, ...change }),
    dependencies: {
      clock: { newId: () => `mcp_${++ids}` },
      secrets: { write: () => ((writes += 1), written), read: async () => null },
      mcp: async () => ({ connect: () => connection }),
    },
  };
  const servers = new McpServers(app as unknown as App);
  servers.url = 'https://tools.example/mcp';
  servers.key = 'k';
  const saves = [servers.save(), servers.save()];
  release();
  await Promise.all(saves);
  expect([writes, app.settings.mcp_servers.map(({ url }) => url)]).toEqual([1, ['https://tools.example/mcp']]);
  servers.url = 'https://more.example/mcp';
  await servers.save();
  expect(app.settings.mcp_servers).toHaveLength(2);
});

function openedServers() {
  let ids = 0;
  const secrets = new MemorySecrets();
  const silent = { is: false };
  const connected: { url: string; addressKeys: () => Promise<string | null> }[] = [];
  const app = {
    settings: defaultSettings,
    words: new Translator(),
    changeSettings: async (change: Partial<Settings>) => void (app.settings = { ...app.settings, ...change }),
    dependencies: {
      clock: { newId: () => `mcp_${++ids}` },
      secrets,
      mcp: async () => ({
        connect: (server: (typeof connected)[0]) => {
          connected.push(server);
          const none = { ok: true, tools: [], left: [] };
          const late = { ok: false, error: { code: 'timeout', seconds: 15 } };
          return { tools: async () => (silent.is ? late : none), close: () => undefined };
        },
      }),
    },
  };
  return { app, secrets, connected, silent, servers: new McpServers(app as unknown as App) };
}

test('R13.1 a key in the address of a server is kept with the keys, and stays when the server is saved again', async () => {
  const { app, secrets, connected, servers } = openedServers();
  const stored = 'https://mcp.example/mcp?exaApiKey=***';
  servers.url = 'https://mcp.example/mcp?exaApiKey=exa-9f8e7d6c5b4a32100';
  expect(servers.hasAddressKey).toBe(true);
  servers.place = 'device';
  await servers.save();
  expect(app.settings.mcp_servers.map(({ url }) => url)).toEqual([stored]);
  expect(await connected[0]?.addressKeys()).toBe('{"0":"exa-9f8e7d6c5b4a32100"}');
  await servers.edit(app.settings.mcp_servers[0]!);
  servers.name = 'Exa';
  await servers.save();
  expect(app.settings.mcp_servers).toMatchObject([{ id: 'mcp_1', name: 'Exa', url: stored }]);
  expect(await secrets.read('mcp-address:mcp_1', stored)).toContain('exa-9f8e7d6c5b4a32100');
  await servers.edit(app.settings.mcp_servers[0]!);
  servers.url = 'https://other.example/mcp?exaApiKey=***';
  await servers.save();
  expect(servers.error?.field).toBe('url');
  await servers.remove(app.settings.mcp_servers[0]!);
  expect(await secrets.read('mcp-address:mcp_1', stored)).toBeNull();
});

test('R13.1 a server whose key was stored in its address keeps its id and its own key when it is saved again', async () => {
  const { app, secrets, servers } = openedServers();
  const url = 'https://mcp.example/mcp?token=tok-123456789';
  app.settings = { ...app.settings, mcp_servers: [{ id: 'old', name: 'Old', url, enabled: true }] };
  await secrets.write('mcp:old', url, 'bearer-1', 'device');
  await servers.edit(app.settings.mcp_servers[0]!);
  await servers.save();
  const stored = 'https://mcp.example/mcp?token=***';
  expect(app.settings.mcp_servers).toMatchObject([{ id: 'old', url: stored }]);
  expect(await secrets.read('mcp:old', stored)).toBe('bearer-1');
  expect(await secrets.read('mcp-address:old', stored)).toContain('tok-123456789');
});

test('R9.12 a server that did not answer while it was added is not one whose tools were seen', async () => {
  const { app, servers, silent } = openedServers();
  silent.is = true;
  servers.url = 'https://mcp.example/mcp';
  const page = globalThis as { location?: unknown };
  page.location ??= { origin: 'https://cairn.example' };
  await servers.save();
  expect(servers.findings.get('mcp_1')?.kind).toBe('fault');
  expect(app.settings.mcp_servers).toMatchObject([{ id: 'mcp_1', seen: {} }]);
});

test('R9.12 a server that did not answer as one stays in the form, and its first list is not called changed', async () => {
  const { app, servers, silent } = openedServers();
  silent.is = true;
  const page = globalThis as { location?: unknown };
  page.location ??= { origin: 'https://cairn.example' };
  servers.url = 'https://mcp.example/nomcp';
  await servers.save();
  expect([servers.changing?.id, servers.url]).toEqual(['mcp_1', 'https://mcp.example/nomcp']);
  silent.is = false;
  servers.url = 'https://mcp.example/mcp';
  await servers.save();
  expect(app.settings.mcp_servers.map(({ url }) => url)).toEqual(['https://mcp.example/mcp']);
  expect(servers.findings.get(app.settings.mcp_servers[0]!.id)).toMatchObject({ kind: 'tools', isFirst: true });
  expect(servers.changing).toBeNull();
});

test('R13.1 a key that was stored in an address stays on the device when only the name is changed', async () => {
  const { app, secrets, servers } = openedServers();
  const url = 'https://mcp.example/mcp?apiKey=key-123456789';
  app.settings = { ...app.settings, mcp_servers: [{ id: 'old', name: 'Old', url, enabled: true }] };
  await servers.edit(app.settings.mcp_servers[0]!);
  servers.name = 'New';
  await servers.save();
  const stored = 'https://mcp.example/mcp?apiKey=***';
  expect(await secrets.keyPlaceOf('mcp-address:old', stored)).toBe('device');
  const later = new McpServers(app as unknown as App);
  await later.edit(app.settings.mcp_servers[0]!);
  later.url = 'https://mcp.example/mcp?apiKey=key-987654321';
  await later.save();
  expect(await secrets.keyPlaceOf('mcp-address:old', stored)).toBe('device');
  expect(await secrets.read('mcp-address:old', stored)).toContain('key-987654321');
});

test('two servers that differ only in the key of their address are two accounts; the same key is known', async () => {
  const { app, secrets, servers } = openedServers();
  const url = (key: string) => `https://mcp.example/mcp?apiKey=${key}`;
  const old = ['first-key', 'other-key'].map((key, at) => ({
    id: `old_${at}`,
    name: key,
    url: url(key),
    enabled: true,
  }));
  app.settings = { ...app.settings, mcp_servers: old };
  for (const name of ['A', 'B', 'C']) {
    const at = name === 'B' ? 1 : 0;
    await servers.edit(app.settings.mcp_servers[at]!);
    servers.name = name;
    await servers.save();
    expect([servers.error, app.settings.mcp_servers[at]]).toMatchObject([null, { name, url: url('***') }]);
  }
  expect(await secrets.read('mcp-address:old_0', url('***'))).toContain('first-key');
  expect(await secrets.read('mcp-address:old_1', url('***'))).toContain('other-key');
  const add = async (key: string) => {
    servers.url = url(key);
    await servers.save();
    return servers.error?.field ?? null;
  };
  expect([await add('other-key'), await add('third-key')]).toEqual(['url', null]);
  expect(app.settings.mcp_servers).toHaveLength(3);
});

test('R13.1 a server whose keys are locked is not moved to another address without them', async () => {
  const { app, secrets, servers } = openedServers();
  const url = 'https://mcp.example/mcp?token=tok-123456789';
  app.settings = { ...app.settings, mcp_servers: [{ id: 'old', name: 'Old', url, enabled: true }] };
  await secrets.unlock('passphrase');
  await secrets.write('mcp:old', url, 'bearer-1', 'passphrase');
  secrets.lock();
  await servers.edit(app.settings.mcp_servers[0]!);
  servers.place = 'device';
  await servers.save();
  expect([servers.error?.field, app.settings.mcp_servers[0]?.url]).toEqual(['key', url]);
  await secrets.unlock('passphrase');
  await servers.save();
  const stored = 'https://mcp.example/mcp?token=***';
  expect(app.settings.mcp_servers[0]?.url).toBe(stored);
  expect(await secrets.read('mcp:old', stored)).toBe('bearer-1');
});
