// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { McpServer } from '../../../src/records/mcp-server.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { Overlays } from '../../../src/ui/app/overlays.svelte.ts';
import { notifyToolsHeldBack } from '../../../src/ui/background/tell-tools-held-back.svelte.ts';

const tracker: McpServer = { id: 'mcp_1', name: 'Tracker', url: 'https://t.example/mcp', enabled: true, seen: {} };

function page() {
  let settings = $state.raw<Settings>({ ...defaultSettings, mcp_servers: [tracker] });
  const app = Object.assign(new Overlays(), { words: new Translator(), toasts: new Toasts() });
  Object.defineProperty(app, 'settings', { get: () => settings });
  const change = (mcp_servers: McpServer[]) => {
    settings = { ...settings, mcp_servers };
    flushSync();
  };
  const notify = async () => {
    await notifyToolsHeldBack(app as unknown as Parameters<typeof notifyToolsHeldBack>[0], tracker, 3);
    flushSync();
  };
  return { app, change, notify, shown: () => app.toasts.list.length };
}

test.each([
  ['accepted', [{ ...tracker, seen: { list_issues: 'a' } }]],
  ['switched off', [{ ...tracker, enabled: false }]],
  ['removed', []],
] as const)('R13.1 the notice of tools held back goes once the server is %s', async (_, servers) => {
  const { change, notify, shown } = page();
  await notify();
  expect(shown()).toBe(1);
  change([{ ...tracker, name: 'Issues' }]);
  expect(shown()).toBe(1);
  change([...servers]);
  expect(shown()).toBe(0);
  change([tracker]);
  await Promise.resolve();
  flushSync();
  expect(shown()).toBe(0);
});

test('R13.1 no notice of tools held back stands over the list that shows them; it comes if they are left unread', async () => {
  const { app, notify, shown } = page();
  app.openSettings('mcp');
  await notify();
  expect(shown()).toBe(0);
  app.settingsOpen = false;
  app.settingsSection = null;
  flushSync();
  expect(shown()).toBe(1);
});
