import type { McpServer } from '../../records/mcp-server.ts';
import type { App } from '../app/app.svelte.ts';

/** Shows a toast that tools of an MCP server are held back, with a button to read their descriptions. */
export async function notifyToolsHeldBack(
  { words, toasts, lookAtServer }: Pick<App, 'words' | 'toasts' | 'lookAtServer'>,
  { id, name }: Pick<McpServer, 'id' | 'name'>,
  count: number,
): Promise<void> {
  await words.loadAll();
  toasts.warn(words.t('mcp.held', { name, n: count }), {
    label: words.t('mcp.held_look'),
    run: () => lookAtServer(id),
  });
}
