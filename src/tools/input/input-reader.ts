import * as z from 'zod';
import { inputError, valueOutsideEnum, schemaIssues } from './input-error.ts';
import { inputSchema, type InputSchema, type InputField } from './input-schema.ts';
import type { Tool } from '../tool.ts';
import { FailureCause } from '../../task/tool-result.ts';
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
    | { ok: true; value: Record<string, unknown> }
    /** `refused`: a value that is not among its field's allowed values. `cause`: the reason for a person. */
    | { ok: false; error: string; refused?: { field: string; value: string }; cause?: FailureCause };
}

export function inputReader(tool: Tool): InputReader {
  const schema = tool.schema ?? inputSchema(tool.input);
  return {
    schema,
    read(input) {
      const read = tolerantInput(schema, input, tool.schema === undefined, tool.verbatim);
      const checked = z.safeParse(tool.input, read);
      const issues = checked.success ? schemaIssues(tool.schema, checked.data) : checked.error.issues;
      if (checked.success && issues.length === 0) return { ok: true, value: checked.data };
      const refused = valueOutsideEnum(schema, read, issues);
      const [cause] = issues.flatMap((issue) => causeOf(issue) ?? []);
      const error = inputError(tool.name, schema, read, issues);
      return { ok: false, error, ...(refused && { refused }), ...(cause && { cause }) };
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
 * refuses it; `verbatim` fields stay unchanged, too, and may be empty.
 */
function tolerantInput(
  schema: InputSchema,
  input: unknown,
  byMeaning: boolean,
  verbatim: readonly string[] = [],
): unknown {
  const value = unwrapped(schema, typeof input === 'string' ? parsed(input) : input);
  if (value === undefined || value === null || value === '') return {};
  if (!isRecord(value)) return value;
  const known = new Map(Object.keys(schema.properties).map((name) => [plainKey(name), name]));
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = known.get(plainKey(key));
    const shape = name === undefined ? undefined : schema.properties[name];
    if (name === undefined || !shape) {
      if (key !== '__proto__' && takesMore(schema)) read[key] = field;
      continue;
    }
    if (field === undefined || (field === null && !takesNull(shape))) continue;
    if (verbatim.includes(name)) read[name] = field;
    else if (field !== '') read[name] = tolerantField(shape, field, byMeaning);
  }
  return read;
}

/** Returns the inner input if all of it lies under one key that the tool does not have. */
function unwrapped(schema: InputSchema, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [only, ...more]: [string, unknown][] = Object.entries(value);
  if (!only || more.length > 0 || Object.hasOwn(schema.properties, only[0]) || !wrappers.has(only[0])) return value;
  const inner: unknown = typeof only[1] === 'string' ? parsed(only[1]) : only[1];
  return typeof inner === 'object' && inner !== null ? inner : value;
}

const wrappers: ReadonlySet<string> = new Set(['parameters', 'params', 'input', 'arguments', 'args', 'kwargs']);

/** True if the schema accepts fields that it does not name. */
const takesMore = ({ properties, additionalProperties: more }: InputSchema) =>
  more === undefined ? Object.keys(properties).length === 0 : more !== false;

const takesNull = ({ type }: InputField) => Array.isArray(type) && type.includes('null');

const plainKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '');

function tolerantField(shape: InputField, value: unknown, byMeaning: boolean): unknown {
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
  return same ?? (byMeaning ? choiceMeant(names, text) : null) ?? text.trim();
}

/** Words that mean a choice; a tool has only some of these choices. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  add: ['add', 'create', 'new', 'insert', '添加', '新增', '新建', '创建', '加入'],
  list: ['list', 'show', 'view', 'get', 'all', '列出', '查看', '显示'],
  complete: ['complete', 'completed', 'finish', 'done', 'check', '完成'],
  reopen: ['reopen', 'uncomplete', 'undone', 'uncheck', '重新打开'],
  move: ['move', 'reorder', '移动'],
  read: ['read', 'open', '读取'],
  append: ['append', '追加'],
  remember: ['remember', 'store', '记住'],
  recall: ['recall', 'search', '回忆'],
  find_free: ['free', '空闲'],
  find_conflicts: ['conflict', 'conflicts', 'overlap', '冲突'],
  high: ['high', 'urgent', '高'],
  normal: ['normal', 'medium', 'default', '普通', '中'],
  low: ['low', '低'],
};

/**
 * Words for deleting, forgetting and overwriting: such a choice must be written exactly, and such a word never means
 * another choice.
 */
const ruinous =
  /^(?:delete|remove|clear|erase|purge|drop|destroy|trash|discard|forget|write|overwrite|replace|update|change|edit|set|reset|cancel)|删|清|忘|覆盖|替换|更新|修改|写/;
const negative = /^(?:not|no|non|un|without|never|except)$|不|非|未/;

/**
 * Returns the choice that a text means by its words, such as `add` for `ADD_TODO`, if exactly one matches; null if none
 * or several do, and never one that deletes, forgets or overwrites.
 */
function choiceMeant(choices: readonly string[], text: string): string | null {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  if (words.length === 0 || words.length > 4 || words.some((word) => ruinous.test(word) || negative.test(word)))
    return null;
  const exact = choices.filter((choice) => words.includes(choice.toLowerCase()));
  const fitting = exact.length > 0 ? exact : choices.filter((choice) => isMeant(choice, words));
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 && !ruinous.test(only) ? only : null;
}

function isMeant(choice: string, words: readonly string[]): boolean {
  const names = meanings[choice] ?? [];
  return words.some((word) => names.some((name) => (/^[a-z]/.test(name) ? word === name : word.includes(name))));
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
