import type { ModelError } from '../../task/model-reply.ts';
import { isRecord } from '../../values/json.ts';
import type { OfferedTool } from '../../ports/language-model.ts';

/** Error messages of endpoints that do not accept a tool's schema. */
const sign =
  /(?:invalid|unsupported|malformed|bad|incorrect|unknown)\b[^.]{0,40}\bschema|\bschema\b[^.]{0,80}(?:must|not|invalid|unsupported|missing|unknown|cannot|only|fail)|input_schema|parameters?_?(?:json_)?schema|function_declarations?\W{0,3}\d|tools?\W{0,3}\d+\W{1,3}(?:function|custom|input_schema|parameters)|functions?\W{0,3}\d*\W{0,3}parameters|(?:one|any|all)Of\b|\$(?:ref|defs)\b|array schema missing items|additionalProperties/i;

/**
 * True if an endpoint's error response rejects the schema of a tool. It does not follow that the endpoint supports no
 * tools at all. An error about the schema of the response format does not count.
 */
export function isToolSchemaError(status: number | null, errorDetail: string): boolean {
  return (
    (status === 400 || status === 422) &&
    sign.test(errorDetail) &&
    !/response_?format|response_schema/i.test(errorDetail)
  );
}

/**
 * Returns the names of the tools that a refusal is about, by name or by index in the list; if it names none, all tools
 * from MCP servers. Empty if it names only the app's own tools, which are never left out.
 */
export function rejectedToolNames({ detail }: ModelError, tools: readonly OfferedTool[]): string[] {
  const names = tools.map(({ name }) => name);
  const toolNamesInError = names.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(detail));
  const places = [...detail.matchAll(/(?:tools|functions|function_declarations?)\W{0,3}(\d+)/g)].map(([, toolIndex]) =>
    Number(toolIndex),
  );
  const toolsInError = toolNamesInError.length > 0 ? toolNamesInError : names.filter((_, at) => places.includes(at));
  return (toolsInError.length > 0 ? toolsInError : names).filter((name) => name.startsWith('mcp_'));
}

/**
 * Returns a schema with only the keywords that every endpoint accepts: types, fields, lists, enumerations of strings,
 * descriptions.
 */
export function simplifyToolSchema(schema: Record<string, unknown>): Record<string, unknown> {
  return { ...plain(schema, 6), type: 'object', properties: fieldsOf(schema, 6) };
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

function plain(schema: unknown, depth: number): Record<string, unknown> {
  if (!isRecord(schema) || depth === 0) return { type: 'string' };
  const ways = [schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray).flat().filter(isRecord);
  const way = ways.find((each) => typeName(each) !== null);
  if (typeName(schema) === null && way) return plain({ ...way, ...described(schema) }, depth - 1);
  const type = typeName(schema) ?? (isRecord(schema.properties) ? 'object' : 'string');
  const choices = Array.isArray(schema.enum) && schema.enum.every((each) => typeof each === 'string' && each !== '');
  return {
    type,
    ...described(schema),
    ...(type === 'string' && choices && { enum: schema.enum }),
    ...(type === 'array' && { items: plain(schema.items, depth - 1) }),
    ...(type === 'object' && { properties: fieldsOf(schema, depth), ...requiredOf(schema) }),
  };
}

const described = ({ description }: Record<string, unknown>) =>
  typeof description === 'string' ? { description } : {};

function typeName({ type }: Record<string, unknown>): string | null {
  const schemaType: unknown = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  return typeof schemaType === 'string' && types.has(schemaType) ? schemaType : null;
}

function fieldsOf({ properties }: Record<string, unknown>, depth: number): Record<string, unknown> {
  const fields = Object.entries(isRecord(properties) ? properties : {});
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field, depth - 1)]));
}

function requiredOf({ required, properties }: Record<string, unknown>): { required?: unknown[] } {
  if (!Array.isArray(required) || !isRecord(properties)) return {};
  const knownProperties = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return knownProperties.length > 0 ? { required: knownProperties } : {};
}
