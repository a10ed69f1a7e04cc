import type { InputField, InputSchema } from './input-schema.ts';

/**
 * Reads an input as weak models write it: JSON in a text, numbers and yes/no as text, one word for a list, null or an
 * empty text for what is left out, keys in another case. What cannot be read stays as it is, for the schema to refuse;
 * so do `verbatim` fields, which may be empty.
 */
export function tolerantInput(schema: InputSchema, input: unknown, verbatim: readonly string[] = []): unknown {
  const value = typeof input === 'string' ? parsed(input) : input;
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const known = new Map(Object.keys(schema.properties).map((name) => [plainKey(name), name]));
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = known.get(plainKey(key));
    const shape = name === undefined ? undefined : schema.properties[name];
    if (name === undefined || !shape || field === null || field === undefined) continue;
    if (verbatim.includes(name)) read[name] = field;
    else if (field !== '') read[name] = tolerantField(shape, field);
  }
  return read;
}

const plainKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '');

function tolerantField(shape: InputField, value: unknown): unknown {
  switch (shape.type) {
    case 'number':
    case 'integer':
      return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? (truths.get(value.trim().toLowerCase()) ?? value) : value;
    case 'array':
      return listOf(value).map((item) => (shape.items ? tolerantField(shape.items, item) : item));
    case 'string': {
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
      if (typeof text !== 'string') return text;
      return shape.enum
        ? text
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : text.trim();
    }
    case undefined:
    default:
      return value;
  }
}

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const list = parsed(value);
  if (Array.isArray(list)) return list;
  return value
    .split(/[,，、]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
