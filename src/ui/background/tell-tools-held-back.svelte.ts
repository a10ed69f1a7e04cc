import { untrack } from 'svelte';
import type { McpServer } from '../../records/mcp-server.ts';
import type { App } from '../app/app.svelte.ts';

/**
 * Shows a toast that tools of an MCP server are held back, with a button to read their descriptions. It goes once the
 * tools are accepted, or the server is switched off or removed, and waits while the person is at the list of servers.
 */
export async function notifyToolsHeldBack(
  app: Pick<App, 'words' | 'toasts' | 'lookAtServer' | 'settings' | 'settingsOpen' | 'settingsSection'>,
  { id, name }: Pick<McpServer, 'id' | 'name'>,
  count: number,
): Promise<void> {
  const { words, toasts, lookAtServer } = app;
  const state = () => {
    const server = app.settings.mcp_servers.find((each) => each.id === id);
    return server?.enabled ? JSON.stringify([server.chosen, server.seen]) : null;
  };
  const heldState = state();
  await words.loadAll();
  let shown: number | null = null;
  const stop: () => void = $effect.root(() => {
    $effect(() => {
      const isHeld = heldState !== null && state() === heldState;
      if (isHeld && app.settingsOpen && app.settingsSection === 'mcp') return;
      const action = { label: words.t('mcp.held_look'), run: () => lookAtServer(id) };
      untrack(() => {
        if (isHeld) {
          shown ??= toasts.warn(words.t('mcp.held', { name, n: count }), action);
          return;
        }
        if (shown !== null) toasts.dismiss(shown);
        queueMicrotask(stop);
      });
    });
  });
}
