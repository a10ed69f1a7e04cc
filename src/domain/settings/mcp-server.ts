import * as z from 'zod/mini';

/** A remote MCP server that the person has added (R9.10). Its key, if it needs one, is stored with the secrets. */
export const McpServer = z.object({
  id: z.string(),
  /** The person's name for it; the names of its tools begin with it. */
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  /** The tools that the person has seen: by name, a mark of all that the server said of it. Absent until the first list. */
  seen: z.optional(z.record(z.string(), z.string())),
});
export type McpServer = z.infer<typeof McpServer>;

/** The id under which a server's key is stored with the secrets, bound to its address. */
export const mcpKeyId = (server: Pick<McpServer, 'id'>): string => `mcp:${server.id}`;
