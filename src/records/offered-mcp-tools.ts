import type { McpServer } from './mcp-server.ts';

/** The largest number of tools of all servers together that a model is offered, to keep prompts short. */
export const maxOfferedMcpTools = 40;

/** The number of tools of a server that can still be offered after those of the servers before it. */
export function remainingMcpToolCount(servers: readonly McpServer[], id: string): number {
  const before = servers.slice(
    0,
    Math.max(
      0,
      servers.findIndex((server) => server.id === id),
    ),
  );
  const offeredCount = before
    .filter(({ enabled }) => enabled)
    .reduce((sum, { chosen, seen = {} }) => sum + (chosen ?? Object.keys(seen)).length, 0);
  return Math.max(0, maxOfferedMcpTools - offeredCount);
}
