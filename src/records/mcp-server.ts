import * as z from 'zod/mini';

/** A remote MCP server that the person has added. Its key, if it needs one, is stored with the secrets. */
export const McpServer = z.object({
  id: z.string(),
  /** The person's name for the server; the names of its tools begin with it. */
  name: z.string(),
  /** The address; a key in it is stored with the secrets, and a placeholder stands in its place. */
  url: z.string(),
  enabled: z.boolean(),
  /**
   * The tools that the person has seen: the `mark` of each (see `McpTool`), which changes with the server's
   * description, by the tool's name. Absent until the first list.
   */
  seen: z.optional(z.record(z.string(), z.string())),
  /** What people call each tool of the last list, by the name under which models are offered it. */
  tool_names: z.optional(z.record(z.string(), z.string())),
  /**
   * The names of the tools that the person wants to offer; if absent, as many as there is room for, in the list's
   * order.
   */
  chosen: z.optional(z.array(z.string())),
});
export type McpServer = z.infer<typeof McpServer>;

/** The id under which a server's key is stored with the secrets, bound to its address. */
export const mcpKeyId = (server: Pick<McpServer, 'id'>): string => `mcp:${server.id}`;

/** The id under which the keys in a server's address are stored with the secrets, as JSON by position. */
export const mcpAddressKeyId = (server: Pick<McpServer, 'id'>): string => `mcp-address:${server.id}`;
