import { skipWhitespace, type Literal, parseLiteralAt } from './literal.ts';
import { isRecord } from './json.ts';

/** A tool that may be called; its schema says which of its values are texts. */
export interface CallableTool {
  name: string;
  /** Its other names. */
  aliases?: readonly string[];
  schema?: Record<string, unknown>;
  /** Set for the tool of an MCP server. */
  server?: unknown;
}

/** The calls that begin at a place, and where they end. */
export interface FoundCalls {
  calls: { name: string; arguments: string }[];
  end: number;
}

export interface CallNotation {
  name: string;
  /** Reads the complete calls that begin at `at`; null if there are none in this form. */
  read(text: string, at: number, callable: FindTool): FoundCalls | null;
  /** The pattern that a whole text must match to be read in this form without a mark. */
  alone?: RegExp;
}

/** Returns the tool with this name, or null. */
export type FindTool = (name: string) => CallableTool | null;

/** The source of a pattern for a tool's name. */
export const toolNamePattern = String.raw`[A-Za-z_\u4e00-\u9fff][\w.\u4e00-\u9fff-]*`;
/** The prefix of the tags of DeepSeek's newer models. */
export const dsmlTagPrefix = String.raw`(?:[|｜]DSML[|｜])?`;
const headed = new RegExp(
  String.raw`(?:function<｜tool▁sep｜>|✿FUNCTION✿:?\s*|to=)?(${toolNamePattern})(?::\d+)?(?:<\|tool_call_argument_begin\|>|<｜tool▁sep｜>|\[CALL_ID\][\w-]+|\[ARGS\]|<\|constrain\|>|<\|message\|>|✿ARGS✿:?|\x60\x60\x60|\s|json|code)*(?=\{)`,
  'y',
);
const tag = new RegExp(
  `<${dsmlTagPrefix}(?:function=(${toolNamePattern})|(?:function|invoke) name="(${toolNamePattern})")>\\s*`,
  'y',
);
const parameter = new RegExp(
  String.raw`\s*<${dsmlTagPrefix}parameter(?:=([^>\s]+)|\s+name="([^"]+)"(?:\s+string="(true|false)")?)>`,
  'y',
);
const parameterEnd = new RegExp(
  String.raw`<\/${dsmlTagPrefix}parameter>|(?=<${dsmlTagPrefix}parameter[= ])|(?=<\/${dsmlTagPrefix}(?:function|invoke)>)`,
  'g',
);
const tagEnd = new RegExp(String.raw`\s*<\/${dsmlTagPrefix}(?:function|invoke)>`, 'y');
const pairName = new RegExp(String.raw`(${toolNamePattern})\s*(?=<arg_key>|<\/tool_call>)`, 'y');
const pair = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/y;
const pairEnd = /\s*(?=<\/tool_call>)/y;
const functionCallStart = new RegExp(String.raw`(${toolNamePattern})\s*\(\s*`, 'y');
const keyword = /([A-Za-z_]\w*)\s*=\s*(?!=)/y;
const reAct = new RegExp(
  String.raw`[ \t*]*Action:[ \t*]*\x60?(${toolNamePattern})\x60?[ \t*]*\n+[ \t*]*Action[ _]Input:[ \t*]*(?:\x60{3}(?:json)?)?\s*`,
  'y',
);
/** The result that a model makes up after its call. */
const madeUp = /(?:\s|```)*(?:\n[ \t*]*Observation:[\s\S]*)?$/y;
const ownTag = new RegExp(String.raw`<(${toolNamePattern})>\s*`, 'y');
const ownField = /<([A-Za-z_]\w*)>([\s\S]*?)<\/\1>\s*/y;

/** The known notations in which models write calls as text, independent of the marks around them. */
export const callNotations: readonly CallNotation[] = [
  { name: 'an object', read: readObject, alone: /^[[{]/ },
  { name: 'tags of parameters', read: readTags },
  { name: 'pairs of keys and values', read: readPairs },
  { name: 'a name before an object', read: readHeaded, alone: new RegExp(String.raw`^${toolNamePattern}\s*\{`) },
  { name: 'calls of functions', read: readFunction, alone: new RegExp(String.raw`^\[?\s*${toolNamePattern}\s*\(`) },
  { name: 'an action and its input', read: readReAct },
  { name: 'tags of the tool and its arguments', read: readOwnTags },
  { name: 'a list of calls of functions', read: readFunctions, alone: /^\[/ },
];

/** Returns the match of a sticky pattern at a place, or null. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const listKeys = ['tool_calls', 'function_calls', 'calls'];
const nameKeys = ['name', 'tool_name', 'function_name', 'tool', 'function', 'action'];
const argumentKeys = ['arguments', 'parameters', 'params', 'args', 'input', 'tool_input', 'action_input'];
const otherKeys = ['id', 'type', 'index', 'call_id', 'tool_call_id'];
const allKeys: ReadonlySet<string> = new Set([...nameKeys, ...argumentKeys, ...otherKeys]);

/** Reads an object that is a call, a list of them, or an object around such a list; a tool may be its only key. */
function readObject(text: string, at: number, resolve: FindTool): FoundCalls | null {
  if (text[at] !== '{' && text[at] !== '[') return null;
  const literal = parseLiteralAt(text, at);
  if (literal === null) return null;
  const calls = callsOf(literal) ?? callsUnderName(literal, resolve);
  return calls && { calls, end: literal.end };
}

function callsOf({ items, fields }: Literal): FoundCalls['calls'] | null {
  const around = fields?.size === 1 || fields?.size === 2 ? fieldOf(fields, listKeys) : undefined;
  const single = fields?.size === 1 ? fields.get('function_call') : undefined;
  const each = (around ?? single)?.items ?? items;
  if (each) {
    const calls = each.map(callOf);
    return calls.length > 0 && calls.every((call) => call !== null) ? calls : null;
  }
  const call = single ? callOf(single) : fields ? callOf({ end: 0, json: '', fields }) : null;
  return call && [call];
}

/**
 * The call of an object whose only key is a tool, or whose fields stand beside the tool's name; the schema must have
 * all of these fields.
 */
function callsUnderName({ fields }: Literal, resolve: FindTool): FoundCalls['calls'] | null {
  const key = nameKeys.find((each) => typeof fields?.get(each)?.text === 'string');
  const toolName = key === undefined ? undefined : fields?.get(key)?.text;
  const beside = [...(fields ?? [])].filter(([each]) => each !== key);
  if (
    toolName !== undefined &&
    hasOnlyFields(
      resolve(toolName),
      beside.map(([each]) => each),
    )
  )
    return [{ name: toolName, arguments: objectOf(beside.map(([each, { json }]) => [each, json])) }];
  const [only] = fields?.size === 1 ? fields : [];
  const argumentFields = only?.[1].fields;
  if (!only || !argumentFields || !hasOnlyFields(resolve(only[0]), [...argumentFields.keys()])) return null;
  return [{ name: only[0], arguments: only[1].json }];
}

/** True if a tool's schema has all of these fields, and there are some. */
function hasOnlyFields(callable: CallableTool | null, keys: readonly string[]): boolean {
  const properties = callable?.schema?.properties;
  return isRecord(properties) && keys.length > 0 && keys.every((key) => Object.hasOwn(properties, key));
}

function callOf({ fields: outer }: Literal): FoundCalls['calls'][number] | null {
  if (!outer || ![...outer.keys()].every((key) => allKeys.has(key))) return null;
  const fields = outer.get('function')?.fields ?? outer;
  const toolName = fieldOf(fields, nameKeys)?.text;
  const argumentField = fieldOf(fields, argumentKeys);
  if (toolName === undefined || !argumentField) return null;
  if (argumentField.fields) return { name: toolName, arguments: argumentField.json };
  return argumentField.text === undefined ? null : { name: toolName, arguments: argumentField.text };
}

function fieldOf(fields: ReadonlyMap<string, Literal>, keys: readonly string[]): Literal | undefined {
  const key = keys.find((each) => fields.has(each));
  return key === undefined ? undefined : fields.get(key);
}

/** Reads a call that is written as a tag with the tool's name, followed by a tag for each argument or by one object. */
function readTags(text: string, at: number, resolve: FindTool): FoundCalls | null {
  const start = matchAt(tag, text, at);
  const toolName = start?.[1] ?? start?.[2];
  if (!start || toolName === undefined) return null;
  let end = at + start[0].length;
  if (text[end] === '{') {
    const literal = parseLiteralAt(text, end);
    return literal && { calls: [{ name: toolName, arguments: literal.json }], end: literal.end };
  }
  const argumentEntries: [string, string][] = [];
  for (let next = matchAt(parameter, text, end); next; next = matchAt(parameter, text, end)) {
    const key = next[1] ?? next[2] ?? '';
    const from = end + next[0].length;
    parameterEnd.lastIndex = from;
    const closing = parameterEnd.exec(text);
    if (!closing) return null;
    const value = text.slice(from, closing.index).replace(/^\r?\n|\r?\n$/g, '');
    argumentEntries.push([key, next[3] === 'true' ? JSON.stringify(value) : valueOf(value, resolve(toolName), key)]);
    end = closing.index + closing[0].length;
  }
  const closing = matchAt(tagEnd, text, end);
  return closing && { calls: [{ name: toolName, arguments: objectOf(argumentEntries) }], end: end + closing[0].length };
}

/** Reads a name, then pairs of tags, as GLM's newer models write them. */
function readPairs(text: string, at: number, resolve: FindTool): FoundCalls | null {
  const start = matchAt(pairName, text, at);
  const toolName = start?.[1];
  if (!start || toolName === undefined) return null;
  let end = at + start[0].length;
  const argumentEntries: [string, string][] = [];
  for (let next = matchAt(pair, text, end); next; next = matchAt(pair, text, end)) {
    const [pairText, key = '', value = ''] = next;
    argumentEntries.push([key.trim(), valueOf(value, resolve(toolName), key.trim())]);
    end += pairText.length;
  }
  const closing = matchAt(pairEnd, text, end);
  return closing && { calls: [{ name: toolName, arguments: objectOf(argumentEntries) }], end };
}

/** Reads a name, then the object of its arguments. */
function readHeaded(text: string, at: number): FoundCalls | null {
  const start = matchAt(headed, text, at);
  const toolName = start?.[1];
  const literal = start && toolName !== undefined ? parseLiteralAt(text, at + start[0].length) : null;
  return literal && toolName !== undefined
    ? { calls: [{ name: toolName, arguments: literal.json }], end: literal.end }
    : null;
}

/** Reads a Python call, printed or not, with keyword arguments or one object. */
function readFunction(text: string, at: number): FoundCalls | null {
  const start = matchAt(functionCallStart, text, at);
  const toolName = start?.[1];
  if (!start || toolName === undefined) return null;
  let end = at + start[0].length;
  if (toolName === 'print') {
    const inner = readFunction(text, end);
    const close = inner ? skipWhitespace(text, inner.end) : -1;
    return inner && text[close] === ')' ? { ...inner, end: close + 1 } : null;
  }
  if (text[end] === '{') {
    const literal = parseLiteralAt(text, end);
    const close = literal ? skipWhitespace(text, literal.end) : -1;
    return literal && text[close] === ')'
      ? { calls: [{ name: toolName, arguments: literal.json }], end: close + 1 }
      : null;
  }
  const argumentEntries: [string, string][] = [];
  for (let key = matchAt(keyword, text, end); key; key = matchAt(keyword, text, end)) {
    const value = parseLiteralAt(text, end + key[0].length);
    if (value === null) return null;
    argumentEntries.push([key[1] ?? '', value.json]);
    end = skipWhitespace(text, value.end);
    if (text[end] !== ',') break;
    end = skipWhitespace(text, end + 1);
  }
  return text[end] === ')' ? { calls: [{ name: toolName, arguments: objectOf(argumentEntries) }], end: end + 1 } : null;
}

/** Reads an action and its input as ReAct prompts have it, up to the result that the model made up. */
function readReAct(text: string, at: number): FoundCalls | null {
  const start = matchAt(reAct, text, at);
  const toolName = start?.[1];
  const literal = start && toolName !== undefined ? parseLiteralAt(text, at + start[0].length) : null;
  if (!literal?.fields || toolName === undefined) return null;
  const rest = matchAt(madeUp, text, literal.end);
  return rest && { calls: [{ name: toolName, arguments: literal.json }], end: literal.end + rest[0].length };
}

/** Reads a tag named after a tool, around one object or a tag for each argument. */
function readOwnTags(text: string, at: number, resolve: FindTool): FoundCalls | null {
  const start = matchAt(ownTag, text, at);
  const toolName = start?.[1];
  const callable = toolName === undefined ? null : resolve(toolName);
  if (!start || toolName === undefined || callable === null) return null;
  const close = `</${toolName}>`;
  let end = at + start[0].length;
  if (text[end] === '{') {
    const literal = parseLiteralAt(text, end);
    const closing = literal ? skipWhitespace(text, literal.end) : -1;
    return literal && text.startsWith(close, closing)
      ? { calls: [{ name: toolName, arguments: literal.json }], end: closing + close.length }
      : null;
  }
  const argumentEntries: [string, string][] = [];
  for (let next = matchAt(ownField, text, end); next; next = matchAt(ownField, text, end)) {
    const [fieldText, key = '', value = ''] = next;
    argumentEntries.push([key, valueOf(value.trim(), callable, key)]);
    end += fieldText.length;
  }
  const fields = argumentEntries.map(([key]) => key);
  const isWhole = text.startsWith(close, end) && (fields.join() === 'response' || hasOnlyFields(callable, fields));
  return isWhole
    ? { calls: [{ name: toolName, arguments: objectOf(argumentEntries) }], end: end + close.length }
    : null;
}

function readFunctions(text: string, at: number): FoundCalls | null {
  if (text[at] !== '[') return null;
  const calls: FoundCalls['calls'] = [];
  for (let end = skipWhitespace(text, at + 1); ;) {
    const nextCalls = readFunction(text, end);
    if (!nextCalls) return null;
    calls.push(...nextCalls.calls);
    end = skipWhitespace(text, nextCalls.end);
    if (text[end] === ',') end = skipWhitespace(text, end + 1);
    else if (text[end] !== ']') return null;
    if (text[end] === ']') return { calls, end: end + 1 };
  }
}

/**
 * A value between tags as JSON: text if the schema requires text, otherwise the JSON value that it spells, otherwise
 * text.
 */
function valueOf(value: string, callable: CallableTool | null, key: string): string {
  const { properties } = callable?.schema ?? {};
  const field = isRecord(properties) ? properties[key] : undefined;
  if (isRecord(field) && field.type === 'string') return JSON.stringify(value);
  const trimmed = value.trim();
  const literal = parseLiteralAt(trimmed, 0);
  return literal?.end === trimmed.length ? literal.json : JSON.stringify(value);
}

function objectOf(jsonEntries: readonly (readonly [string, string])[]): string {
  return `{${jsonEntries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
