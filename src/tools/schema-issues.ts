import { isRecord } from '../domain/json.ts';
import type { InputIssue } from './input-fault.ts';
import type { InputField, InputSchema } from './input-schema.ts';

/**
 * Where an input does not fit a JSON Schema, as far as its own fields go: missing, of another type, or none of the values
 * to choose from. What lies deeper is for the tool to judge.
 */
export function schemaIssues(schema: InputSchema | undefined, input: Record<string, unknown>): InputIssue[] {
  if (!schema) return [];
  const missing = schema.required.filter((name) => input[name] === undefined);
  const wrong = Object.entries(input).filter(([name, value]) => !fits(schema.properties[name], value));
  return [...missing, ...wrong.map(([name]) => name)].map((name) => ({
    code: 'invalid_type',
    path: [name],
    message: '',
  }));
}

function fits(field: InputField | undefined, value: unknown): boolean {
  if (!field) return true;
  if (field.enum) return field.enum.includes(value);
  const types = [field.type ?? []].flat();
  return types.length === 0 || types.some((type) => isOfType(type, value));
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
