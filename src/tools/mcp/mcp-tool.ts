import * as z from 'zod';
import { stringifyExactJson } from '../../values/exact-json.ts';
import type { McpServer } from '../../records/mcp-server.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import type { McpToolDescription } from '../../records/mcp-tool-description.ts';
import type { McpConnection } from '../../ports/mcp.ts';
import type { ToolInputField } from '../input/input-schema.ts';
import { fieldAliases } from './field-aliases.ts';
import { endpointCompatibleSchema } from './fitting-schema.ts';
import { mcpToolError } from './mcp-tool-error.ts';
import { outcomeFromMcpResult } from './mcp-result.ts';
import type { Tool } from '../tool.ts';

/**
 * Returns a tool of a remote MCP server as a tool of the registry: it asks for permission before it calls its server.
 */
export function createMcpTool(
  name: string,
  server: McpServer,
  offer: McpToolDescription,
  connection: McpConnection,
): Tool {
  const { origin, hostname } = new URL(server.url);
  const tool = { origin, id: server.id, tool: offer.name };
  const { schema, groups } = endpointCompatibleSchema(offer.schema);
  const { schema: offeredSchema, aliasOf, realInput } = fieldAliases(schema);
  const ways = groups.map((group) => group.map(aliasOf).join(' + '));
  const choice = ways.length > 0 ? ` Give one of: ${ways.join('; ')}.` : '';
  return {
    name,
    description: `${offer.description}${choice} (tool of the MCP server “${server.name}”)`,
    input: z.looseObject({}),
    schema,
    offered: { schema: offeredSchema, realInput },
    verbatim: Object.keys(schema.properties).filter((field) => isPlainText(schema.properties[field])),
    place: 'remote',
    server: tool,
    server_names: { tool: offer.title ?? offer.name, server: server.name },
    reads: () => offer.reads,
    repeatable: () => offer.repeatable,
    access: (input) => ({
      origin,
      private_address: isPrivateAddress(hostname),
      subject: `${server.name}: ${offer.name} ${stringifyExactJson(input)}`,
      rule: offer.destructive ? 'always_ask' : 'call',
      server: tool,
    }),
    about: (input) => ({
      what: 'server',
      name: offer.title === undefined ? offer.name : `${offer.title} (${offer.name})`,
      host: server.name,
      text: stringifyExactJson(input),
    }),
    run: async (input, context) => {
      const once = !offer.repeatable;
      const outcome = await connection.call(offer.name, input, {
        signal: context.signal,
        once,
        onProgress: (text) => context.progress?.(text),
      });
      return outcome.ok
        ? outcomeFromMcpResult(offer.name, server.name, outcome.answer)
        : { result: mcpToolError(server.name, outcome.error, once && !outcome.unsent) };
    },
  };
}

const isPlainText = (field: ToolInputField | undefined) => field?.type === 'string' && !field.enum;
