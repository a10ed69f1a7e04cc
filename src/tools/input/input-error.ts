import { isMarkedInteger } from '../../values/exact-json.ts';
import type * as z from 'zod';
import { nearestName } from '../../values/nearest-name.ts';
import type { ToolInputField, InputSchema } from './input-schema.ts';
import { isRecord } from '../../values/json.ts';

/** One error in an input: the fields of a zod issue that are used here. */
type InputIssue = Pick<z.core.$ZodIssue, 'code' | 'path' | 'message'>;

/** Returns what is wrong with an input and what is expected, so that the model can correct its call. */
export function inputError(tool: string, schema: InputSchema, input: unknown, issues: readonly InputIssue[]): string {
  const wrong = issues.slice(0, 3).map((issue) => fault(schema, input, issue));
  return `The input of ${tool} is not valid: ${wrong.join('; ')}. Expected: ${expected(schema)}`;
}

function fault(schema: InputSchema, input: unknown, issue: InputIssue): string {
  const [name, ...within] = issue.path.map(String);
  if (issue.code === 'custom') return issue.message;
  if (name === undefined) return `it must be an object, not ${shown(input)}`;
  const field = schema.properties[name];
  const fieldValue = (input as Record<string, unknown> | null)?.[name];
  if (fieldValue === undefined) return `“${name}” is missing`;
  if (field?.enum) {
    const near = typeof fieldValue === 'string' ? nearestName(fieldValue, field.enum.map(String)) : null;
    return `“${name}” must be one of ${field.enum.join(', ')}, not ${shown(fieldValue)}${near ? ` (did you mean ${near}?)` : ''}`;
  }
  const wrong =
    issue.code === 'invalid_type' ? `must be ${typeName(field)}, not ${shown(fieldValue)}` : lowerFirst(issue.message);
  return `“${[name, ...within].join('.')}” ${wrong}`;
}

/** A field of an input that is missing or has a value which its tool does not accept. */
export interface WrongField {
  failure: 'missing_field' | 'wrong_field';
  name: string;
  value: unknown;
  choices: readonly string[];
}

/** Returns the fields of the schema that errors of an input are about, each once. */
export function wrongFields(schema: InputSchema, input: unknown, issues: readonly InputIssue[]): WrongField[] {
  const names = new Set(issues.map(({ path: [name] }) => String(name)));
  return [...names].flatMap((name): WrongField[] => {
    if (!Object.hasOwn(schema.properties, name) || !/^[\p{L}\p{N}_.-]{1,40}$/u.test(name)) return [];
    const value = isRecord(input) ? input[name] : undefined;
    const failure = value === undefined ? 'missing_field' : 'wrong_field';
    return [{ failure, name, value, choices: (schema.properties[name]?.enum ?? []).map(String) }];
  });
}

/** The first value that is not among its field's allowed values, shortened to 40 characters; null if there is none. */
export function valueOutsideEnum(
  schema: InputSchema,
  input: unknown,
  issues: readonly InputIssue[],
): { field: string; value: string } | null {
  const field = String(issues[0]?.path[0] ?? '');
  const fieldValue = isRecord(input) ? input[field] : undefined;
  return schema.properties[field]?.enum && typeof fieldValue === 'string'
    ? { field, value: fieldValue.slice(0, 40) }
    : null;
}

/** Returns the fields on one line, required ones first. */
function expected(schema: InputSchema): string {
  const names = Object.keys(schema.properties);
  const always = names.filter((name) => schema.required.includes(name));
  const others = names.filter((name) => !schema.required.includes(name));
  if (names.length === 0) return 'an object without fields.';
  const list = (some: string[]) => some.map((name) => `${name} (${typeName(schema.properties[name])})`).join(', ');
  return `${list(always)}${others.length > 0 ? `; where needed: ${list(others)}` : ''}.`;
}

function typeName(field: ToolInputField | undefined): string {
  if (field?.enum) return field.enum.join(' | ');
  const types = [field?.type ?? []].flat();
  return types.length === 0 ? 'a value' : types.map((type) => nameOf(type, field?.items)).join(' or ');
}

function nameOf(type: string, items: ToolInputField | undefined): string {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return items?.type === 'string' ? 'a list of texts' : 'a list';
    case 'object':
      return 'an object';
    case 'null':
      return 'null';
    default:
      return 'a value';
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? 'nothing').slice(0, 60);
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Returns the errors of an input against a JSON Schema, checked at the top level only: missing fields, wrong types,
 * values that are not allowed. The tool itself checks deeper levels.
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

function fits(field: ToolInputField | undefined, value: unknown): boolean {
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
      return Number.isInteger(value) || isMarkedInteger(value);
    case 'number':
      return typeof value === 'number' || isMarkedInteger(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
