import { createLazyMcpConnection, type Mcp } from '../../ports/mcp.ts';
import type { OriginLimitedFetch } from '../../ports/network.ts';

/**
 * MCP through the official client, loaded at the first request: it supports the protocol's versions, and works under a
 * policy without `eval`. `fetchTo` returns a `fetch` limited to one site.
 */
export const remoteMcpPort = (fetchTo: (site: string) => OriginLimitedFetch['fetch']): Mcp => ({
  connect: (server, onChange) =>
    createLazyMcpConnection(
      async () => new (await import('./remote-server.ts')).RemoteServer(server, onChange, fetchTo),
    ),
});
