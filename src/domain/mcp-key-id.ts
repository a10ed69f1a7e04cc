import type { McpServer } from './mcp-server.ts';

/** The id under which a server's key is kept with the secrets, bound to its address. */
export const mcpKeyId = (server: Pick<McpServer, 'id'>): string => `mcp:${server.id}`;
