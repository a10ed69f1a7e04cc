import { boundedMcpTools, isLegibleField, type McpToolDescription } from '../../records/mcp-tool-description.ts';
import { isRecord } from '../../values/json.ts';
import type { SkippedMcpTool, McpTool } from '../../ports/mcp.ts';

/**
 * Returns the tools in a server's list, which may contain anything: each is read by itself, so that an invalid one
 * affects no other. Tools that cannot be offered are named in `left`.
 */
export function parseToolList(list: readonly unknown[]): { offers: McpToolDescription[]; left: SkippedMcpTool[] } {
  const skippedTools: SkippedMcpTool[] = [];
  const toolDescriptions = list.flatMap((tool, at) => {
    const name = isRecord(tool) && typeof tool.name === 'string' ? tool.name : '';
    const schema = isRecord(tool) ? rootObject(tool.inputSchema) : null;
    if (isRecord(tool) && name !== '' && schema) return [offerOf(tool, name, schema)];
    skippedTools.push({ name: name || `#${at + 1}`, why: name === '' ? 'name' : 'schema' });
    return [];
  });
  const offers = boundedMcpTools(toolDescriptions);
  const bounded = new Map(offers.map((offer) => [offer.name, offer]));
  const names = new Set<string>();
  for (const { name } of toolDescriptions) {
    if (names.has(name) || bounded.has(name)) continue;
    names.add(name);
    skippedTools.push({ name: name.slice(0, 128), why: name.length > 128 || /\p{C}/u.test(name) ? 'name' : 'many' });
  }
  return { offers, left: skippedTools };
}

function offerOf(tool: Record<string, unknown>, name: string, schema: Record<string, unknown>): McpToolDescription {
  const hints = isRecord(tool.annotations) ? tool.annotations : {};
  const reads = hints.readOnlyHint === true;
  const title = [tool.title, hints.title].find((each) => typeof each === 'string' && each.trim() !== '');
  const words = [tool.description, tool.title, hints.title].find((each) => typeof each === 'string');
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof words === 'string' ? words : '',
    schema,
    reads,
    repeatable: reads || hints.idempotentHint === true,
    ...(!reads && hints.destructiveHint === true && { destructive: true }),
  };
}

const ofObjects = ['properties', 'required', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', '$ref', '$schema'];

/** Returns the schema with an object at its root; null if it describes something else. */
function rootObject(schema: unknown): Record<string, unknown> | null {
  if (schema === undefined || schema === null || schema === true) return { type: 'object' };
  if (!isRecord(schema)) return null;
  if (needed(schema).some((name) => !isLegibleField(name))) return null;
  const { type } = schema;
  if (type === 'object') return schema;
  if (Array.isArray(type) && type.includes('object')) return { ...schema, type: 'object' };
  const words = Object.keys(schema);
  const mayBeObject = words.length === 0 || words.some((word) => ofObjects.includes(word));
  return type === undefined && mayBeObject ? { ...schema, type: 'object' } : null;
}

/** Returns the names of the required fields. */
function needed({ required, allOf }: Record<string, unknown>): string[] {
  const parts = Array.isArray(allOf) ? allOf.filter(isRecord).flatMap(needed) : [];
  return [...parts, ...(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [])];
}

/**
 * Returns the tools of an MCP server, each with its `mark`: a hash of its description, by which a later change is
 * noticed.
 */
export function withFingerprints(list: readonly McpToolDescription[]): Promise<McpTool[]> {
  return Promise.all(list.map(async (offer) => ({ ...offer, mark: await markOf(offer) })));
}

/**
 * Returns a mark that no other tool's text can be made to have: a hash of the whole offer, or its whole text if the
 * browser has no hashes (over plain http). The title does not count: no model reads it, and where a person is asked, it
 * stands beside the name. Neither does `destructive`, by which a call asks more often, never less.
 */
async function markOf(offer: McpToolDescription): Promise<string> {
  const text = JSON.stringify({ ...offer, title: undefined, destructive: undefined }, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return text;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
