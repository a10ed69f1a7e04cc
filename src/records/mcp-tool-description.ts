import { isRecord } from '../values/json.ts';
import { shortenedText } from '../values/truncate-text.ts';

/** A tool as described by its server. */
export interface McpToolDescription {
  name: string;
  /** The name for people, if the server gives one that no other of its tools has. */
  title?: string;
  description: string;
  /** The JSON Schema of its input: an object at the root. */
  schema: Record<string, unknown>;
  /** True if the server declares that the tool changes nothing. */
  reads: boolean;
  /** True if the server declares that a second call with the same input changes nothing more. */
  repeatable: boolean;
  /** Present if the server declares that the tool may delete or overwrite. */
  destructive?: true;
}

const mostOffers = 200;
const longestName = 128;
const longestTitle = 80;
const longestKey = 128;
const longestText = 300;
const longestValue = 100;
const mostValues = 100;
const longestSchema = 8000;
const deepest = 6;

/**
 * A server's tools with limited texts, keys and values, since a model reads all of them; of equal names the last
 * counts. A tool whose name is too long or unreadable is left out.
 */
export function boundedMcpTools(list: readonly McpToolDescription[]): McpToolDescription[] {
  const names = new Map(list.slice(0, mostOffers).map((offer) => [offer.name, offer]));
  const all = [...names.values()].filter(({ name }) => isLegible(name, longestName));
  const titles = all.map(({ title = '' }) => boundedText(title, longestTitle));
  const isOwn = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title) && !names.has(title);
  return all.map(({ name, description, schema, reads, repeatable, destructive }, at) => {
    const title = titles[at] ?? '';
    return {
      name,
      ...(title !== '' && isOwn(title) && { title }),
      description: boundedText(description) || name,
      schema: boundedSchema(schema),
      reads,
      repeatable,
      ...(destructive && { destructive }),
    };
  });
}

const isLegible = (name: string, most: number) => name.length <= most && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(name);

/** True for a field name that a bounded schema keeps. */
export const isLegibleField = (name: string): boolean => isLegible(name, longestKey);

/** The text without line ends and invisible characters, cut if it is too long. */
function boundedText(text: string, longest = longestText): string {
  const plain = text
    .slice(0, 2 * longest)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shortenedText(plain, longest);
}

type Kind = 'text' | 'value' | 'values' | 'type' | 'names' | 'sign' | 'number' | 'schema' | 'schemas' | 'named';

/** The keywords of JSON Schema that are kept; all others are dropped. */
const keywords: Readonly<Record<string, Kind>> = {
  ...{ title: 'text', description: 'text', enum: 'values', const: 'value', default: 'value', type: 'type' },
  ...{ required: 'names', pattern: 'sign', format: 'sign', $ref: 'sign', uniqueItems: 'value' },
  ...{ minimum: 'number', maximum: 'number', exclusiveMinimum: 'number', exclusiveMaximum: 'number' },
  ...{ multipleOf: 'number', minLength: 'number', maxLength: 'number', minItems: 'number', maxItems: 'number' },
  ...{ minProperties: 'number', maxProperties: 'number', items: 'schema', additionalProperties: 'schema' },
  ...{ not: 'schema', anyOf: 'schemas', oneOf: 'schemas', allOf: 'schemas', prefixItems: 'schemas' },
  ...{ properties: 'named', patternProperties: 'named', $defs: 'named', definitions: 'named' },
};

/** What is removed, step by step, until a schema is short enough. */
const reductions: { without: ReadonlySet<Kind>; depth: number }[] = [
  { without: new Set(), depth: deepest },
  { without: new Set(['text']), depth: deepest },
  { without: new Set(['text', 'value', 'values', 'sign']), depth: deepest },
  { without: new Set(['text', 'value', 'values', 'sign']), depth: 1 },
];

function boundedSchema(schema: Record<string, unknown>): Record<string, unknown> {
  for (const { without, depth } of reductions) {
    const bounded = schemaWithin(schema, without, depth);
    if (JSON.stringify(bounded).length <= longestSchema) return bounded;
  }
  return { type: 'object' };
}

function schemaWithin(schema: unknown, without: ReadonlySet<Kind>, depth: number): Record<string, unknown> {
  if (!isRecord(schema)) return {};
  const within = (value: unknown): unknown =>
    typeof value === 'boolean' ? value : depth > 0 ? schemaWithin(value, without, depth - 1) : {};
  const boundedEntries = Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
    const kind = Object.hasOwn(keywords, word) ? keywords[word] : undefined;
    if (kind === undefined || without.has(kind)) return [];
    const bounded = boundedValue(kind, value, within);
    return bounded === undefined ? [] : [[word, bounded]];
  });
  return Object.fromEntries(boundedEntries);
}

function boundedValue(kind: Kind, value: unknown, within: (schema: unknown) => unknown): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? boundedText(value) : undefined;
    case 'value':
      return isShort(value) ? value : undefined;
    case 'values':
      return Array.isArray(value) && value.length <= mostValues && value.every(isShort) ? value : undefined;
    case 'type':
      return isType(value) || (Array.isArray(value) && value.every(isType)) ? value : undefined;
    case 'names':
      return Array.isArray(value)
        ? value.filter((name) => typeof name === 'string' && isLegibleField(name)).slice(0, mostValues)
        : undefined;
    case 'sign':
      return typeof value === 'string' && isShort(value) ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'schema':
      return within(value);
    case 'schemas':
      return Array.isArray(value) ? value.slice(0, mostValues).map(within) : undefined;
    case 'named':
      return isRecord(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([name]) => isLegibleField(name))
              .slice(0, mostValues)
              .map(([name, schema]) => [name, within(schema)]),
          )
        : undefined;
  }
}

const isType = (value: unknown) => typeof value === 'string' && /^[a-z]{1,10}$/.test(value);

const isShort = (value: unknown) =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= longestValue && (value === '' || isLegible(value, longestValue)));
