import { parseJson } from '../values/json.ts';
import { ServerTool, type ToolRule } from '../task/approval.ts';
import { serverRulePrefix } from '../task/gate.ts';
import type { McpServer } from './mcp-server.ts';
import type { Settings } from './settings.ts';

/** The server's tool that a rule is for; null for a rule by name. */
export function serverToolOf(key: string): ServerTool | null {
  if (!key.startsWith(serverRulePrefix)) return null;
  const parts = parseJson(key.slice(serverRulePrefix.length));
  const [origin, id, tool] = Array.isArray(parts) ? parts : [];
  const read = ServerTool.safeParse({ origin, id, tool });
  return read.success ? read.data : null;
}

/**
 * The rules without those for tools of servers that are gone or have another address. "Allow" for the name under which
 * a model was offered a server's tool, as earlier versions stored it, is dropped too: it does not identify the server.
 */
export function rulesInForce({
  tool_rules,
  mcp_servers,
}: Pick<Settings, 'tool_rules' | 'mcp_servers'>): Settings['tool_rules'] {
  const inForce = ([key, rule]: [string, ToolRule]) => {
    if (key.startsWith('mcp_')) return rule !== 'allow';
    const tool = serverToolOf(key);
    return !tool || mcp_servers.some(({ id, url }) => id === tool.id && originOf(url) === tool.origin);
  };
  return Object.fromEntries(Object.entries(tool_rules).filter(inForce));
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null);

/** The settings with the first list of a server's tools marked as seen; a list that the person has seen stays. */
export function withSeenTools(
  settings: Settings,
  { id, url }: Pick<McpServer, 'id' | 'url'>,
  seen: Record<string, string>,
): Settings {
  const isFirst = (server: McpServer) => server.id === id && server.url === url && !server.seen;
  const mcp_servers = settings.mcp_servers.map((server) => (isFirst(server) ? { ...server, seen } : server));
  return { ...settings, mcp_servers };
}
