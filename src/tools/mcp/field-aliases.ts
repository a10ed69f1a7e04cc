import { isRecord } from '../../values/json.ts';
import type { InputSchema } from '../input/input-schema.ts';

/** The field names that all endpoints accept; some refuse a request with a Chinese one. */
const acceptedName = /^[\w.-]{1,64}$/;

/** The keywords of a schema whose values are schemas, or lists of them. */
const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/**
 * Returns a schema in which each field whose name some endpoints refuse has another name, such as `field_1`, with its
 * own name in the description. `aliasOf` gives the name of a field there; `realInput` gives an input the fields' own
 * names again, at any depth, where the schema has them.
 */
export function fieldAliases(schema: InputSchema): {
  schema: InputSchema;
  aliasOf: (name: string) => string;
  realInput: (input: Record<string, unknown>) => Record<string, unknown>;
} {
  const names = fieldNames(schema);
  const free = numbered(names);
  const aliases = new Map([...names].filter((name) => !acceptedName.test(name)).map((name) => [name, free()]));
  const real = new Map([...aliases].map(([name, alias]) => [alias, name]));
  const aliasOf = (name: string) => aliases.get(name) ?? name;
  return {
    schema: aliases.size === 0 ? schema : (renamed(schema, aliases) as InputSchema),
    aliasOf,
    realInput: (input) => (real.size === 0 ? input : (withNames(input, [schema], real) as Record<string, unknown>)),
  };
}

/** Returns a function that gives the next of `field_1`, `field_2` … that is not in use. */
function numbered(names: ReadonlySet<string>): () => string {
  let n = 0;
  return () => {
    do n += 1;
    while (names.has(`field_${n}`));
    return `field_${n}`;
  };
}

/** Returns the names of all fields of a schema, at any depth. */
function fieldNames(schema: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const part of schema) fieldNames(part, names);
  if (!isRecord(schema)) return names;
  for (const [name, field] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    names.add(name);
    fieldNames(field, names);
  }
  for (const word of inner) fieldNames(schema[word], names);
  return names;
}

function renamed(schema: unknown, aliases: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => renamed(part, aliases));
  if (!isRecord(schema)) return schema;
  const { properties, required } = schema;
  const parts = inner.filter((word) => word in schema).map((word) => [word, renamed(schema[word], aliases)]);
  return {
    ...schema,
    ...Object.fromEntries(parts),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const alias = aliases.get(name);
          const rest = renamed(field, aliases);
          return alias === undefined ? [name, rest] : [alias, described(name, rest)];
        }),
      ),
    }),
    ...(Array.isArray(required) && { required: required.map((name: string) => aliases.get(name) ?? name) }),
  };
}

/** Returns a field with its own name at the beginning of its description. */
function described(name: string, field: unknown): unknown {
  const { description, ...rest } = isRecord(field) ? field : {};
  return { ...rest, description: typeof description === 'string' ? `${name}: ${description}` : name };
}

/**
 * Returns a value with the fields' own names where one of its schemas has such a field; what they leave free stays
 * unchanged, and so does a field whose own name is given beside it.
 */
function withNames(value: unknown, schemas: readonly unknown[], real: ReadonlyMap<string, string>): unknown {
  const parts = schemas.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = parts.map((part) => part.items);
    return value.map((item) => withNames(item, items, real));
  }
  if (!isRecord(value)) return value;
  const fieldsOf = (name: string) =>
    parts.flatMap(({ properties }) =>
      isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
    );
  const others = parts.map((part) => part.additionalProperties);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const own = real.get(key);
      const name = own !== undefined && !Object.hasOwn(value, own) && fieldsOf(own).length > 0 ? own : key;
      const fields = fieldsOf(name);
      return [name, withNames(field, fields.length > 0 ? fields : others, real)];
    }),
  );
}

/** Returns a schema and all parts of it that may describe the same value. */
function alternatives(schema: unknown): Record<string, unknown>[] {
  if (!isRecord(schema)) return [];
  return [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray).flat().flatMap(alternatives)];
}
