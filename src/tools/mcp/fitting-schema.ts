import { isRecord } from '../../values/json.ts';
import type { ToolInputField, InputSchema } from '../input/input-schema.ts';

type Schema = Record<string, unknown>;

/** The maximum number of parts that are visited in a schema, since references can multiply. */
const mostParts = 2000;
const deepest = 8;
/** Keywords that some endpoints refuse at the root of a schema, or that serve only references. */
const droppedKeywords = new Set([
  ...['$schema', '$id', '$defs', 'definitions', '$ref', 'not', 'if', 'then', 'else', 'patternProperties'],
  ...['prefixItems', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'propertyNames'],
]);

/**
 * Returns a server's schema in the form that endpoints accept: an object with its fields at the root, without
 * alternatives there, without references and rare keywords. `groups` are the sets of fields of which one must be given,
 * if the schema says so.
 */
export function endpointCompatibleSchema(serverSchema: Schema): { schema: InputSchema; groups: string[][] } {
  const fitter = new SchemaFitter(serverSchema);
  const root = fitter.fit(serverSchema, 0, []);
  const branches = [root.anyOf, root.oneOf].filter(Array.isArray).flat().filter(isRecord);
  const all = [root, ...branches];
  const properties: Record<string, ToolInputField> = {};
  for (const part of all)
    for (const [name, field] of Object.entries(isRecord(part.properties) ? part.properties : {})) {
      const earlierField = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const next = isRecord(field) ? (field as ToolInputField) : {};
      properties[name] = earlierField ? either(earlierField, next) : next;
    }
  const groups = branches.map(requiredIn);
  const required = [...new Set([...requiredIn(root), ...common(groups)])];
  const requiredFields = required.filter((name) => Object.hasOwn(properties, name));
  const { description, additionalProperties } = root;
  const schema: InputSchema = {
    type: 'object',
    ...(typeof description === 'string' && { description }),
    properties,
    required: requiredFields,
    ...(typeof additionalProperties === 'boolean' && branches.length === 0 && { additionalProperties }),
  };
  const own = groups.map((group) =>
    group.filter((name) => !requiredFields.includes(name) && Object.hasOwn(properties, name)),
  );
  return { schema, groups: own.every((group) => group.length > 0) ? own : [] };
}

const requiredIn = ({ required }: Schema) =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];

const common = (groups: readonly string[][]) =>
  groups[0]?.filter((name) => groups.every((group) => group.includes(name))) ?? [];

/** Returns a field that accepts either of two descriptions. */
function either(one: ToolInputField, other: ToolInputField): ToolInputField {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const ways = [one, other].flatMap((field) => ('anyOf' in field ? listIn(field.anyOf) : [field]));
  return { anyOf: ways } as ToolInputField;
}

/** Rewrites a schema with all its parts, up to a maximum number of parts. */
class SchemaFitter {
  readonly #root: Schema;
  #parts = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** `within`: the references that are being followed. */
  fit(schema: unknown, depth: number, within: readonly string[]): Schema {
    this.#parts += 1;
    if (!isRecord(schema) || depth > deepest || this.#parts > mostParts) return {};
    const { $ref: ref } = schema;
    if (typeof ref === 'string') {
      const target = within.includes(ref) ? undefined : this.#at(ref);
      const rest = Object.fromEntries(Object.entries(schema).filter(([word]) => word !== '$ref'));
      return merged(this.fit(target ?? {}, depth + 1, [...within, ref]), this.fit(rest, depth, within));
    }
    const inner = (value: unknown) => this.fit(value, depth + 1, within);
    const fittedSchema: Schema = {};
    for (const [word, value] of Object.entries(schema)) {
      if (droppedKeywords.has(word) || word === 'allOf' || word === 'anyOf' || word === 'oneOf') continue;
      if (word === 'properties') {
        const fields = Object.entries(isRecord(value) ? value : {});
        fittedSchema.properties = Object.fromEntries(fields.map(([name, field]) => [name, inner(field)]));
      } else if (word === 'items') fittedSchema.items = inner(value);
      else if (word === 'const') fittedSchema.enum = [value];
      else if (word === 'additionalProperties') fittedSchema[word] = isRecord(value) ? inner(value) : value !== false;
      else fittedSchema[word] = value;
    }
    if (isOfType(fittedSchema, 'array') && !isRecord(fittedSchema.items)) fittedSchema.items = {};
    const ways = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat().map(inner);
    const whole = (Array.isArray(schema.allOf) ? schema.allOf.map(inner) : []).reduce(merged, fittedSchema);
    const [only] = ways;
    if (only && ways.length === 1) return merged(whole, only);
    return ways.length > 0 ? { ...whole, anyOf: [...listIn(whole.anyOf), ...ways] } : whole;
  }

  /** Returns the part of the schema at a reference such as `#/$defs/x`. */
  #at(ref: string): unknown {
    if (ref !== '#' && !ref.startsWith('#/')) return undefined;
    const names = ref.split('/').slice(1);
    return names.reduce<unknown>(
      (part, name) => (isRecord(part) ? part[name.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined),
      this.#root,
    );
  }
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const isOfType = ({ type }: Schema, name: string) => type === name || (Array.isArray(type) && type.includes(name));

/** Returns a schema with the content of both; if they differ, the second one counts. */
function merged(one: Schema, other: Schema): Schema {
  const both: Schema = { ...one, ...other };
  if (isRecord(one.properties) && isRecord(other.properties))
    both.properties = { ...one.properties, ...other.properties };
  const required = [...new Set([...requiredIn(one), ...requiredIn(other)])];
  if (required.length > 0) both.required = required;
  const ways = [...listIn(one.anyOf), ...listIn(other.anyOf)];
  if (ways.length > 0) both.anyOf = ways;
  return both;
}
