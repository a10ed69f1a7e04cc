import * as z from 'zod';
import { inputError, valueOutsideEnum, schemaIssues, wrongFields, type WrongField } from './input-error.ts';
import { inputSchema, type InputSchema, type ToolInputField } from './input-schema.ts';
import type { Tool } from '../tool.ts';
import { FailureCause } from '../../task/tool-result.ts';
import { intendedChoice } from '../../values/choice-meant.ts';
import { isRecord } from '../../values/json.ts';
import {
  parseExactNumber,
  isMarkedInteger,
  parseJsonWithExactIntegers,
  unmarkIntegers,
} from '../../values/exact-json.ts';

/** Parses a model's text as a tool's input. */
export interface InputReader {
  /** The JSON Schema that is sent to the model. */
  schema: InputSchema;
  read(input: unknown):
    /** `unknown`: the given fields that the tool does not have, with their values, which were left out. */
    | { ok: true; value: Record<string, unknown>; unknown: Readonly<Record<string, unknown>> }
    /** `refused`: a value that is not among its field's allowed values. `cause`: the reason for a person. */
    | {
        ok: false;
        error: string;
        refused?: { field: string; value: string };
        cause?: FailureCause;
        wrong: readonly WrongField[];
      };
}

export function inputReader(tool: Tool): InputReader {
  const schema = tool.schema ?? inputSchema(tool.input);
  return {
    schema,
    read(input) {
      const unknown: Record<string, unknown> = {};
      const repairedInput = tolerantInput(schema, input, tool.schema === undefined, tool.verbatim, unknown);
      const parsedInput = z.safeParse(tool.input, repairedInput);
      const issues = parsedInput.success ? schemaIssues(tool.schema, parsedInput.data) : parsedInput.error.issues;
      if (parsedInput.success && issues.length === 0) return { ok: true, value: parsedInput.data, unknown };
      const refusedValue = valueOutsideEnum(schema, repairedInput, issues);
      const wrong = wrongFields(schema, repairedInput, issues);
      const ofField = wrong.map(({ failure, name }): FailureCause => ({ failure, name }));
      const [cause] = [...issues.flatMap((issue) => causeOf(issue) ?? []), ...ofField];
      const error = inputError(tool.name, schema, repairedInput, issues);
      return { ok: false, error, wrong, ...(refusedValue && { refused: refusedValue }), ...(cause && { cause }) };
    },
  };
}

function causeOf(issue: object): FailureCause | null {
  const params = 'params' in issue && isRecord(issue.params) ? issue.params : {};
  return FailureCause.safeParse(params.cause).data ?? null;
}

/**
 * Repairs an input as weak models write it: JSON in a string, numbers and booleans as strings, one word for a list,
 * null or an empty string for an omitted field, keys in another case. Anything else stays unchanged, so that the schema
 * refuses it; `verbatim` fields stay unchanged, too, and may be empty. Fields with a value that the schema does not
 * know are added to `unknown`.
 */
function tolerantInput(
  schema: InputSchema,
  input: unknown,
  byMeaning: boolean,
  verbatim: readonly string[] = [],
  unknown: Record<string, unknown> = {},
): unknown {
  const value = unwrapped(schema, typeof input === 'string' ? parsed(input) : input);
  if (value === undefined || value === null || value === '') return {};
  if (!isRecord(value)) return value;
  const namesByKey = new Map(Object.keys(schema.properties).map((name) => [plainKey(name), name]));
  const presentFields = new Set(Object.keys(value).map((key) => namesByKey.get(plainKey(key))));
  const nameMeantBy = (key: string) =>
    byMeaning ? fieldNames[key.trim()]?.find((name) => namesByKey.has(name) && !presentFields.has(name)) : undefined;
  const repairedInput: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = namesByKey.get(plainKey(key)) ?? nameMeantBy(key);
    const shape = name === undefined ? undefined : schema.properties[name];
    if (name === undefined || !shape) {
      if (key !== '__proto__' && takesMore(schema)) repairedInput[key] = field;
      else if (key !== '__proto__' && !isEmpty(field)) unknown[key] = field;
      continue;
    }
    if (field === undefined || (field === null && !takesNull(shape))) continue;
    if (verbatim.includes(name)) repairedInput[name] = field;
    else if (field !== '') repairedInput[name] = tolerantField(shape, field, byMeaning);
  }
  return repairedInput;
}

/** Returns the inner input if all of it lies under one key that the tool does not have. */
function unwrapped(schema: InputSchema, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [only, ...more]: [string, unknown][] = Object.entries(value);
  if (!only || more.length > 0 || Object.hasOwn(schema.properties, only[0]) || !wrappers.has(only[0])) return value;
  const inner: unknown = typeof only[1] === 'string' ? parsed(only[1]) : only[1];
  return typeof inner === 'object' && inner !== null ? inner : value;
}

/** True for a value that says nothing, as models give it for a field that does not apply. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const wrappers: ReadonlySet<string> = new Set(['parameters', 'params', 'input', 'arguments', 'args', 'kwargs']);

/** True if the schema accepts fields that it does not name. */
const takesMore = ({ properties, additionalProperties: more }: InputSchema) =>
  more === undefined ? Object.keys(properties).length === 0 : more !== false;

const takesNull = ({ type }: ToolInputField) => Array.isArray(type) && type.includes('null');

/** The fields that a Chinese name may mean, the likeliest first; a tool has only some of them. */
const fieldNames: Readonly<Record<string, readonly string[]>> = {
  操作: ['action'],
  动作: ['action'],
  标题: ['title'],
  名称: ['title', 'name'],
  事项: ['title'],
  任务: ['title'],
  内容: ['content', 'text', 'title', 'notes'],
  备注: ['notes'],
  说明: ['notes'],
  优先级: ['priority'],
  截止: ['due'],
  截止日期: ['due'],
  截止时间: ['due'],
  标签: ['tags'],
  开始: ['start'],
  开始时间: ['start'],
  结束: ['end'],
  结束时间: ['end'],
  查询: ['query'],
  关键词: ['query'],
  文件名: ['name'],
  网址: ['url'],
};

const plainKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '');

function tolerantField(shape: ToolInputField, value: unknown, byMeaning: boolean): unknown {
  switch (shape.type) {
    case 'number':
    case 'integer':
      return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
        ? parseExactNumber(value)
        : value;
    case 'boolean':
      return typeof value === 'string' ? (truths.get(value.trim().toLowerCase()) ?? value) : value;
    case 'array':
      return listOf(value).map((item) => (shape.items ? tolerantField(shape.items, item, byMeaning) : item));
    case 'string': {
      const text =
        typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : isMarkedInteger(value)
            ? unmarkIntegers(value)
            : value;
      if (typeof text !== 'string') return text;
      return shape.enum ? choice(shape.enum, text, byMeaning) : text.trim();
    }
    case 'object':
      return typeof value === 'string' ? parsed(value) : value;
    case undefined:
    default:
      return value;
  }
}

/**
 * Returns the intended choice: ignoring case and word separators, else by its words, if only one choice matches. Words
 * are interpreted for the app's own tools only: their meaning to an MCP server is unknown.
 */
function choice(choices: readonly unknown[], text: string, byMeaning: boolean): unknown {
  if (choices.includes(text)) return text;
  const same = choices.find((each) => typeof each === 'string' && plainKey(each) === plainKey(text));
  const names = choices.filter((each) => typeof each === 'string');
  return same ?? (byMeaning ? intendedChoice(names, text) : null) ?? text.trim();
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
  const value = parseJsonWithExactIntegers(text);
  return value === undefined ? text : value;
}
