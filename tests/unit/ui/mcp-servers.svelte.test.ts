import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { McpServers } from '../../../src/ui/settings/mcp-servers.svelte.ts';

test('R14.6 an MCP server whose form is submitted twice at once is stored once', async () => {
  let ids = 0;
  const writes: (() => void)[] = [];
  const connection = { tools: async () => ({ ok: true, tools: [], left: [] }), close: () => undefined };
  const app = {
    settings: defaultSettings,
    words: new Translator(),
    changeSettings: async (change: Partial<Settings>) => void (app.settings = { ...app.settings, ...change }),
    dependencies: {
      clock: { newId: () => `mcp_${++ids}` },
      secrets: { write: () => new Promise((resolve) => writes.push(() => resolve(true))) },
      mcp: async () => ({ connect: () => connection }),
    },
  };
  const servers = new McpServers(app as unknown as App);
  servers.url = 'https://tools.example/mcp';
  servers.key = 'k';
  const saves = [servers.save(), servers.save()];
  for (const write of writes) write();
  await Promise.all(saves);
  expect([writes.length, app.settings.mcp_servers.map(({ url }) => url)]).toEqual([1, ['https://tools.example/mcp']]);
  servers.url = 'https://more.example/mcp';
  await servers.save();
  expect(app.settings.mcp_servers).toHaveLength(2);
});
