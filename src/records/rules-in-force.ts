import { parseJson } from '../values/json.ts';
import { ServerTool } from '../task/approval.ts';
import type { ToolRule } from '../values/tool-rule.ts';
import { serverRulePrefix } from '../task/gate.ts';
import type { McpServer } from './mcp-server.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the tool of an MCP server that the key of a permission rule stands for; null if the key is the name of a
 * built-in tool.
 */
export function serverToolOfRule(key: string): ServerTool | null {
  if (!key.startsWith(serverRulePrefix)) return null;
  const parts = parseJson(key.slice(serverRulePrefix.length));
  const [origin, id, tool] = Array.isArray(parts) ? parts : [];
  const serverTool = ServerTool.safeParse({ origin, id, tool });
  return serverTool.success ? serverTool.data : null;
}

/**
 * Returns the tool rules that still apply. A rule for a tool of an MCP server is dropped if the server was removed or
 * its address was changed. An “allow” that an earlier version stored under the tool's name as shown to models is
 * dropped too, because that name does not identify the server.
 */
export function rulesInForce({
  tool_rules,
  mcp_servers,
}: Pick<Settings, 'tool_rules' | 'mcp_servers'>): Settings['tool_rules'] {
  const inForce = ([key, rule]: [string, ToolRule]) => {
    if (key.startsWith('mcp_')) return rule !== 'allow';
    const tool = serverToolOfRule(key);
    return !tool || mcp_servers.some(({ id, url }) => id === tool.id && originOf(url) === tool.origin);
  };
  return Object.fromEntries(Object.entries(tool_rules).filter(inForce));
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null);

/** Returns the settings with the names of a server's tools for people; unchanged if its address was changed. */
export function withToolNames(
  settings: Settings,
  { id, url }: Pick<McpServer, 'id' | 'url'>,
  names: Record<string, string>,
): Settings {
  const isMeant = (server: McpServer) => server.id === id && server.url === url;
  return {
    ...settings,
    mcp_servers: settings.mcp_servers.map((each) => (isMeant(each) ? { ...each, tool_names: names } : each)),
  };
}

/**
 * Returns the settings with `seen` stored as the tools that the person has seen of this server; unchanged if a list is
 * already stored, or if the server's address was changed.
 */
export function withSeenTools(
  settings: Settings,
  { id, url }: Pick<McpServer, 'id' | 'url'>,
  seen: Record<string, string>,
): Settings {
  const isFirst = (server: McpServer) => server.id === id && server.url === url && !server.seen;
  const mcp_servers = settings.mcp_servers.map((server) => (isFirst(server) ? { ...server, seen } : server));
  return { ...settings, mcp_servers };
}
