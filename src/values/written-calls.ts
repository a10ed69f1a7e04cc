import { skipWhitespace, type Literal, literalAt } from './literal.ts';
import { isRecord } from './json.ts';
import { isQuoted } from './think-tags.ts';

/** A tool that may be called; its schema says which of its values are texts. */
export interface CallableTool {
  name: string;
  /** Its other names. */
  aliases?: readonly string[];
  schema?: Record<string, unknown>;
}

/** A call found in a text; `arguments` is JSON, `source` the call as written. */
export interface WrittenCall {
  name: string;
  arguments: string;
  source: string;
}

interface Found {
  calls: Omit<WrittenCall, 'source'>[];
  end: number;
}

interface Form {
  name: string;
  /** Reads the complete calls that begin at `at`; null if there are none in this form. */
  read(text: string, at: number, callable: Resolve): Found | null;
  /** The pattern that a whole text must match to be read in this form without a mark. */
  alone?: RegExp;
}

/** Returns the tool with this name, or null. */
type Resolve = (name: string) => CallableTool | null;

const name = String.raw`[A-Za-z_][\w.-]*`;
/** The prefix of the tags of DeepSeek's newer models. */
const dsml = String.raw`(?:[|｜]DSML[|｜])?`;
const toolToken = String.raw`<[|｜]tool[▁_]calls?[▁_](?:section[▁_])?`;

/** The marks that open calls in the markup of the models' own chat templates. */
const marks = new RegExp(
  [
    String.raw`<(?:\w+:)?tool_calls?>|<${dsml}function_calls?>|<\|tool_calls?\|>|<\|python_(?:tag|start)\|>`,
    String.raw`\[TOOL_CALLS\]|\[TOOL_REQUEST\]|<\|START_ACTION\|>|<\|action_start\|>|✿FUNCTION✿`,
    `<${dsml}(?:function=${name}|(?:function|invoke) name="${name}")>`,
    `${toolToken}begin[|｜]>`,
    '```tool_c(?:ode|alls?)\\s',
    String.raw`(?:assistant|(?<![|>])\b)commentary to=(?=functions\.)`,
  ].join('|'),
  'g',
);

/** The separators between calls, before the first and after the last. */
const between = new RegExp(
  `(?:${[
    String.raw`\s|,(?!\s*$)|;`,
    String.raw`<\/?(?:\w+:)?tool_calls?>|<\/?${dsml}function_calls?>|<\|tool_calls?\|>|<\|python_(?:tag|start|end)\|>`,
    String.raw`<\|(?:eom_id|eot_id|eot|im_end|endoftext|end_of_text|call|end)\|>|<\/s>|<｜end▁of▁sentence｜>`,
    String.raw`\[TOOL_CALLS\]|\[\/?(?:END_)?TOOL_REQUEST\]|<\|(?:START|END)_ACTION\|>|<\|(?:action_start|action_end|plugin)\|>`,
    `${toolToken}(?:begin|end)[|｜]>`,
    '```(?:tool_c(?:ode|alls?))?',
    String.raw`<\/${dsml}(?:function|invoke)>|(?:assistant)?commentary (?=to=functions\.)`,
  ].join('|')})+`,
  'y',
);

const headed = new RegExp(
  String.raw`(?:function<｜tool▁sep｜>|✿FUNCTION✿:?\s*|to=)?(${name})(?::\d+)?(?:<\|tool_call_argument_begin\|>|<｜tool▁sep｜>|\[CALL_ID\][\w-]+|\[ARGS\]|<\|constrain\|>|<\|message\|>|✿ARGS✿:?|\x60\x60\x60|\s|json|code)*(?=\{)`,
  'y',
);
const tag = new RegExp(`<${dsml}(?:function=(${name})|(?:function|invoke) name="(${name})")>\\s*`, 'y');
const parameter = new RegExp(
  String.raw`\s*<${dsml}parameter(?:=([^>\s]+)|\s+name="([^"]+)"(?:\s+string="(true|false)")?)>`,
  'y',
);
const parameterEnd = new RegExp(
  String.raw`<\/${dsml}parameter>|(?=<${dsml}parameter[= ])|(?=<\/${dsml}(?:function|invoke)>)`,
  'g',
);
const tagEnd = new RegExp(String.raw`\s*<\/${dsml}(?:function|invoke)>`, 'y');
const pairName = new RegExp(String.raw`(${name})\s*(?=<arg_key>|<\/tool_call>)`, 'y');
const pair = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/y;
const pairEnd = /\s*(?=<\/tool_call>)/y;
const opened = new RegExp(String.raw`(${name})\s*\(\s*`, 'y');
const keyword = /([A-Za-z_]\w*)\s*=\s*(?!=)/y;
const wholeFence = /^```(?:json|python|py|text|xml)?[ \t]*\n([\s\S]*?)\n?\s*```$/;

/** The forms in which models write calls, independent of the marks around them. */
const forms: readonly Form[] = [
  { name: 'an object', read: readObject, alone: /^[[{]/ },
  { name: 'tags of parameters', read: readTags },
  { name: 'pairs of keys and values', read: readPairs },
  { name: 'a name before an object', read: readHeaded, alone: new RegExp(String.raw`^${name}[ \t]*\r?\n\s*\{`) },
  { name: 'calls of functions', read: readFunction, alone: new RegExp(String.raw`^\[?\s*${name}\s*\(`) },
  { name: 'a list of calls of functions', read: readFunctions, alone: /^\[/ },
];

/** The maximum number of marks that are examined, and the maximum number of marks from which reading calls is tried. */
const looks = 100;
const attempts = 8;
/** The words before a call that is only shown as an example. */
const introduces =
  /(?:\b(?:examples?|for instance|such as|looks? (?:like|as)|like (?:this|so|that)|formats?|forms?|syntax|template|schema|as follows|written (?:as|like))\b|e\.g\.|例如|比如|示例|格式|写法|形式|语法|如下|像)[^\n.!?。！？]{0,40}$/i;

/**
 * Finds the calls that a model wrote as text because its server did not parse them: marked ones at the end of the text,
 * or calls that are the whole text. Only complete calls of tools that `resolve` knows count, and only if no other text
 * follows. Null if the text contains no such calls, or only mentions them.
 */
export function writtenCalls(
  text: string,
  resolve: Resolve,
): { before: string; calls: [WrittenCall, ...WrittenCall[]] } | null {
  const whole = text.trim();
  const bare = wholeFence.exec(whole)?.[1]?.trim() ?? whole;
  const own = forms.filter(({ alone }) => alone?.test(bare));
  const alone = own.length > 0 ? callsFrom(bare, 0, own, resolve) : null;
  if (alone) return { before: '', calls: alone };
  let seen = 0;
  let tries = 0;
  for (const { 0: mark, index } of whole.matchAll(marks)) {
    seen += 1;
    if (seen > looks) return null;
    if (isQuotation(whole, index, index + mark.length)) continue;
    if (isIntroducedAsExample(whole, index)) return null;
    const calls = callsFrom(whole, index, forms, resolve);
    if (calls) return { before: whole.slice(0, index).trimEnd(), calls };
    tries += 1;
    if (tries === attempts) return null;
  }
  return null;
}

/** True if a text is nothing but the object of a call, or a list of such, for any tool. */
export function isBareCall(text: string): boolean {
  const bare = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  return /^[[{]/.test(bare) && bare.length <= longestBare && callsFrom(bare, 0, forms.slice(0, 1), anyTool) !== null;
}

const longestBare = 100_000;
const anyTool: Resolve = (called) => ({ name: called });

/** True if a mark is quoted or inside a code block. */
function isQuotation(text: string, start: number, end: number): boolean {
  const inBlock = (text.slice(0, start).match(/```/g)?.length ?? 0) % 2 === 1;
  return inBlock || isQuoted(text, start, end, []);
}

/** True if the words before a position introduce what follows as an example. */
export function isIntroducedAsExample(text: string, at: number): boolean {
  return introduces.test(text.slice(Math.max(0, at - 120), at).trimEnd());
}

/** The calls from `at` to the end of the text; null if there is anything else. */
function callsFrom(
  text: string,
  at: number,
  known: readonly Form[],
  resolve: Resolve,
): [WrittenCall, ...WrittenCall[]] | null {
  const calls: WrittenCall[] = [];
  for (let start = skipped(text, at); start < text.length;) {
    const found = firstOf(known, text, start, resolve);
    if (found === null || found.calls.some((call) => resolve(call.name) === null)) return null;
    const source = text.slice(start, found.end);
    calls.push(...found.calls.map((call) => ({ ...call, source })));
    start = skipped(text, found.end);
  }
  const [first, ...more] = calls;
  return first ? [first, ...more] : null;
}

function firstOf(known: readonly Form[], text: string, at: number, resolve: Resolve): Found | null {
  for (const form of known) {
    const found = form.read(text, at, resolve);
    if (found && found.calls.length > 0) return found;
  }
  return null;
}

const skipped = (text: string, at: number) => at + (sticky(between, text, at)?.[0].length ?? 0);

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const listKeys = ['tool_calls', 'function_calls', 'calls'];
const nameKeys = ['name', 'tool_name', 'function_name', 'tool', 'function'];
const argumentKeys = ['arguments', 'parameters', 'params', 'args', 'input', 'tool_input'];
const otherKeys = ['id', 'type', 'index', 'call_id', 'tool_call_id'];
const allKeys: ReadonlySet<string> = new Set([...nameKeys, ...argumentKeys, ...otherKeys]);

/** Reads an object that is a call, a list of them, or an object around such a list. */
function readObject(text: string, at: number): Found | null {
  if (text[at] !== '{' && text[at] !== '[') return null;
  const literal = literalAt(text, at);
  if (literal === null) return null;
  const calls = callsOf(literal);
  return calls && { calls, end: literal.end };
}

function callsOf({ items, fields }: Literal): Found['calls'] | null {
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

function callOf({ fields: outer }: Literal): Found['calls'][number] | null {
  if (!outer || ![...outer.keys()].every((key) => allKeys.has(key))) return null;
  const fields = outer.get('function')?.fields ?? outer;
  const called = fieldOf(fields, nameKeys)?.text;
  const given = fieldOf(fields, argumentKeys);
  if (called === undefined || !given) return null;
  if (given.fields) return { name: called, arguments: given.json };
  return given.text === undefined ? null : { name: called, arguments: given.text };
}

function fieldOf(fields: ReadonlyMap<string, Literal>, keys: readonly string[]): Literal | undefined {
  const key = keys.find((each) => fields.has(each));
  return key === undefined ? undefined : fields.get(key);
}

/** Reads a call that is written as a tag with the tool's name, followed by a tag for each argument or by one object. */
function readTags(text: string, at: number, resolve: Resolve): Found | null {
  const start = sticky(tag, text, at);
  const called = start?.[1] ?? start?.[2];
  if (!start || called === undefined) return null;
  let end = at + start[0].length;
  if (text[end] === '{') {
    const literal = literalAt(text, end);
    return literal && { calls: [{ name: called, arguments: literal.json }], end: literal.end };
  }
  const given: [string, string][] = [];
  for (let next = sticky(parameter, text, end); next; next = sticky(parameter, text, end)) {
    const key = next[1] ?? next[2] ?? '';
    const from = end + next[0].length;
    parameterEnd.lastIndex = from;
    const closing = parameterEnd.exec(text);
    if (!closing) return null;
    const value = text.slice(from, closing.index).replace(/^\r?\n|\r?\n$/g, '');
    given.push([key, next[3] === 'true' ? JSON.stringify(value) : valueOf(value, resolve(called), key)]);
    end = closing.index + closing[0].length;
  }
  const closing = sticky(tagEnd, text, end);
  return closing && { calls: [{ name: called, arguments: objectOf(given) }], end: end + closing[0].length };
}

/** Reads a name, then pairs of tags, as GLM's newer models write them. */
function readPairs(text: string, at: number, resolve: Resolve): Found | null {
  const start = sticky(pairName, text, at);
  const called = start?.[1];
  if (!start || called === undefined) return null;
  let end = at + start[0].length;
  const given: [string, string][] = [];
  for (let next = sticky(pair, text, end); next; next = sticky(pair, text, end)) {
    const [said, key = '', value = ''] = next;
    given.push([key.trim(), valueOf(value, resolve(called), key.trim())]);
    end += said.length;
  }
  const closing = sticky(pairEnd, text, end);
  return closing && { calls: [{ name: called, arguments: objectOf(given) }], end };
}

/** Reads a name, then the object of its arguments. */
function readHeaded(text: string, at: number): Found | null {
  const start = sticky(headed, text, at);
  const called = start?.[1];
  const literal = start && called !== undefined ? literalAt(text, at + start[0].length) : null;
  return literal && called !== undefined
    ? { calls: [{ name: called, arguments: literal.json }], end: literal.end }
    : null;
}

/** Reads a Python call, printed or not, with keyword arguments or one object. */
function readFunction(text: string, at: number): Found | null {
  const start = sticky(opened, text, at);
  const called = start?.[1];
  if (!start || called === undefined) return null;
  let end = at + start[0].length;
  if (called === 'print') {
    const inner = readFunction(text, end);
    const close = inner ? skipWhitespace(text, inner.end) : -1;
    return inner && text[close] === ')' ? { ...inner, end: close + 1 } : null;
  }
  if (text[end] === '{') {
    const literal = literalAt(text, end);
    const close = literal ? skipWhitespace(text, literal.end) : -1;
    return literal && text[close] === ')'
      ? { calls: [{ name: called, arguments: literal.json }], end: close + 1 }
      : null;
  }
  const given: [string, string][] = [];
  for (let key = sticky(keyword, text, end); key; key = sticky(keyword, text, end)) {
    const value = literalAt(text, end + key[0].length);
    if (value === null) return null;
    given.push([key[1] ?? '', value.json]);
    end = skipWhitespace(text, value.end);
    if (text[end] !== ',') break;
    end = skipWhitespace(text, end + 1);
  }
  return text[end] === ')' ? { calls: [{ name: called, arguments: objectOf(given) }], end: end + 1 } : null;
}

function readFunctions(text: string, at: number): Found | null {
  if (text[at] !== '[') return null;
  const calls: Found['calls'] = [];
  for (let end = skipWhitespace(text, at + 1); ;) {
    const found = readFunction(text, end);
    if (!found) return null;
    calls.push(...found.calls);
    end = skipWhitespace(text, found.end);
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
  const literal = literalAt(trimmed, 0);
  return literal?.end === trimmed.length ? literal.json : JSON.stringify(value);
}

function objectOf(given: readonly (readonly [string, string])[]): string {
  return `{${given.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
