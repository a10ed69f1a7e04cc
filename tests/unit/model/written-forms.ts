import type { Json } from '../../../src/values/json.ts';

export interface Called {
  name: string;
  arguments: Record<string, Json>;
}

const json = JSON.stringify;

/** A value as Python writes it. */
function python(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return json(value);
  if (typeof value === 'string') {
    const text = value
      .replaceAll('\\', String.raw`\\`)
      .replaceAll("'", String.raw`\'`)
      .replaceAll('\n', String.raw`\n`);
    return `'${text}'`;
  }
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${python(key)}: ${python(inner)}`)
    .join(', ')}}`;
}

/** A value between tags: a text as it is, anything else as JSON. */
const bare = (value: Json) => (typeof value === 'string' ? value : json(value));
const fn = ({ name, arguments: given }: Called) =>
  `${name}(${Object.entries(given)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(', ')})`;
const each = (calls: readonly Called[], write: (call: Called) => string, seam = '\n') => calls.map(write).join(seam);
const pairs = (call: Called, write: (key: string, value: Json) => string) =>
  Object.entries(call.arguments)
    .map(([key, value]) => write(key, value))
    .join('\n');
const withKey = (call: Called, key: string) => ({ name: call.name, [key]: call.arguments });

interface WrittenForm {
  name: string;
  write(calls: readonly Called[]): string;
  /** Whether prose may stand before it. */
  marked: boolean;
  /** Whether it holds one call only. */
  single?: boolean;
}

/** The forms in which models write calls as text, each as its model's template has it. */
export const writtenForms: readonly WrittenForm[] = [
  {
    name: 'Hermes and Qwen: tool_call tags',
    marked: true,
    write: (calls) => each(calls, (call) => `<tool_call>\n${json(call)}\n</tool_call>`),
  },
  {
    name: 'Hermes with Python in the tags',
    marked: true,
    write: (calls) => each(calls, (call) => `<tool_call>\n${python({ ...call })}\n</tool_call>`),
  },
  { name: 'xLAM: tool_calls in an object', marked: false, write: (calls) => json({ tool_calls: calls }) },
  { name: 'xLAM: a list of objects', marked: false, write: (calls) => json(calls, null, 2) },
  {
    name: 'Granite: function_call before each',
    marked: true,
    write: (calls) => each(calls, (call) => `<function_call> ${json(call)}`, ' '),
  },
  { name: 'Granite: one token before a list', marked: true, write: (calls) => `<|tool_call|>${json(calls)}` },
  { name: 'Llama: a list of functions', marked: false, write: (calls) => `[${each(calls, fn, ', ')}]` },
  {
    name: 'Llama 4: a list between tokens',
    marked: true,
    write: (calls) => `<|python_start|>[${each(calls, fn, ', ')}]<|python_end|><|eot|>`,
  },
  { name: 'functions, one after another', marked: false, write: (calls) => each(calls, fn, '; ') },
  { name: 'functions, one a line', marked: false, write: (calls) => each(calls, fn) },
  {
    name: 'GLM-4: the name on one line, JSON on the next',
    marked: false,
    write: (calls) => each(calls, (call) => `${call.name}\n${json(call.arguments)}`),
  },
  {
    name: 'GLM-4.5: pairs of tags',
    marked: true,
    write: (calls) =>
      each(
        calls,
        (call) =>
          `<tool_call>${call.name}\n${pairs(call, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${bare(value)}</arg_value>`)}\n</tool_call>`,
      ),
  },
  {
    name: 'a fence around objects',
    marked: false,
    write: (calls) => `\`\`\`json\n${json(calls.length === 1 ? (calls[0] ?? null) : calls)}\n\`\`\``,
  },
  {
    name: 'a fence around functions',
    marked: false,
    write: (calls) => `\`\`\`python\n${each(calls, fn)}\n\`\`\``,
  },
  {
    name: 'Gemma: tool_code',
    marked: true,
    write: (calls) => `\`\`\`tool_code\n${each(calls, (call) => `print(default_api.${fn(call)})`)}\n\`\`\``,
  },
  {
    name: 'Qwen3-Coder: function and parameter tags',
    marked: true,
    write: (calls) =>
      each(
        calls,
        (call) =>
          `<tool_call>\n<function=${call.name}>\n${pairs(call, (key, value) => `<parameter=${key}>\n${bare(value)}\n</parameter>`)}\n</function>\n</tool_call>`,
      ),
  },
  {
    name: 'invoke and parameter tags',
    marked: true,
    write: (calls) =>
      `<function_calls>\n${each(
        calls,
        (call) =>
          `<invoke name="${call.name}">\n${pairs(call, (key, value) => `<parameter name="${key}">${bare(value)}</parameter>`)}\n</invoke>`,
      )}\n</function_calls>`,
  },
  {
    name: 'MiniMax: invoke in its own tag',
    marked: true,
    write: (calls) =>
      `<minimax:tool_call>\n${each(
        calls,
        (call) =>
          `<invoke name="${call.name}">\n${pairs(call, (key, value) => `<parameter name="${key}">${bare(value)}</parameter>`)}\n</invoke>`,
      )}\n</minimax:tool_call>`,
  },
  {
    name: 'DeepSeek 3.2: DSML',
    marked: true,
    write: (calls) =>
      `<｜DSML｜function_calls>\n${each(
        calls,
        (call) =>
          `<｜DSML｜invoke name="${call.name}">\n${pairs(call, (key, value) => `<｜DSML｜parameter name="${key}" string="${String(typeof value === 'string')}">${bare(value)}</｜DSML｜parameter>`)}\n</｜DSML｜invoke>`,
      )}\n</｜DSML｜function_calls>`,
  },
  {
    name: 'Llama 3.1: a function tag around JSON',
    marked: true,
    write: (calls) => each(calls, (call) => `<function=${call.name}>${json(call.arguments)}</function>`, ''),
  },
  {
    name: 'Llama 3.1: python_tag and parameters',
    marked: true,
    write: (calls) => `<|python_tag|>${each(calls, (call) => json(withKey(call, 'parameters')), '; ')}<|eom_id|>`,
  },
  {
    name: 'Kimi: a section of calls',
    marked: true,
    write: (calls) =>
      `<|tool_calls_section_begin|>${calls
        .map(
          (call, at) =>
            `<|tool_call_begin|>functions.${call.name}:${at}<|tool_call_argument_begin|>${json(call.arguments)}<|tool_call_end|>`,
        )
        .join('')}<|tool_calls_section_end|>`,
  },
  {
    name: 'DeepSeek 3: a fence behind each name',
    marked: true,
    write: (calls) =>
      `<｜tool▁calls▁begin｜>${each(calls, (call) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${json(call.arguments)}\n\`\`\`<｜tool▁call▁end｜>`)}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
  },
  {
    name: 'DeepSeek 3.1: JSON behind each name',
    marked: true,
    write: (calls) =>
      `<｜tool▁calls▁begin｜>${each(calls, (call) => `<｜tool▁call▁begin｜>${call.name}<｜tool▁sep｜>${json(call.arguments)}<｜tool▁call▁end｜>`, '')}<｜tool▁calls▁end｜>`,
  },
  { name: 'Mistral: a mark before a list', marked: true, write: (calls) => `[TOOL_CALLS] ${json(calls)}` },
  {
    name: 'Mistral: a mark and a name before each',
    marked: true,
    write: (calls) => each(calls, (call) => `[TOOL_CALLS]${call.name}${json(call.arguments)}`, ''),
  },
  {
    name: 'Mistral: with ids and a mark for arguments',
    marked: true,
    write: (calls) => each(calls, (call) => `[TOOL_CALLS]${call.name}[CALL_ID]a1b2[ARGS]${json(call.arguments)}`, ''),
  },
  {
    name: 'Magistral: after its thoughts',
    marked: false,
    write: (calls) => `[THINK]I should call it.[/THINK][TOOL_CALLS]${json(calls)}`,
  },
  {
    name: 'Command: an action between tokens',
    marked: true,
    write: (calls) =>
      `<|START_ACTION|>${json(calls.map((call, at) => ({ tool_call_id: String(at), tool_name: call.name, parameters: call.arguments })))}<|END_ACTION|>`,
  },
  {
    name: 'LM Studio: TOOL_REQUEST',
    marked: true,
    write: (calls) => each(calls, (call) => `[TOOL_REQUEST]${json(call)}[END_TOOL_REQUEST]`),
  },
  {
    name: 'Qwen-Agent: its own marks',
    marked: true,
    write: (calls) => each(calls, (call) => `✿FUNCTION✿: ${call.name}\n✿ARGS✿: ${json(call.arguments)}`),
  },
  {
    name: 'harmony: a channel for each',
    marked: true,
    single: true,
    write: (calls) =>
      each(
        calls,
        (call) =>
          `<|start|>assistant<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${json(call.arguments)}<|call|>`,
        '',
      ),
  },
  {
    name: 'harmony with its tokens lost',
    marked: true,
    write: (calls) => each(calls, (call) => `commentary to=functions.${call.name} json${json(call.arguments)}`),
  },
  ...(['params', 'args', 'input'] as const).map((key): WrittenForm => ({
    name: `arguments under ${key}`,
    marked: true,
    write: (calls) => each(calls, (call) => `<tool_call>${json(withKey(call, key))}</tool_call>`),
  })),
  {
    name: 'the shape of a native call',
    marked: false,
    write: (calls) =>
      json(
        calls.map((call, at) => ({
          id: `c${at}`,
          type: 'function',
          function: { name: call.name, arguments: json(call.arguments) },
        })),
      ),
  },
];

const todo = (given: Record<string, Json>): Called => ({ name: 'todo', arguments: given });
const search = (given: Record<string, Json>): Called => ({ name: 'web_search', arguments: given });
const keep: Called = { name: 'keep_plan', arguments: {} };

/** Forty inputs: names and values of every JSON type, and several calls. */
export const callings: readonly (readonly Called[])[] = [
  [todo({ title: 'Milk' })],
  [todo({ title: 'Buy "fresh" bread' })],
  [todo({ title: "Ann's birthday" })],
  [todo({ title: 'Back\\slash and C:\\new' })],
  [todo({ title: 'Two\nlines' })],
  [todo({ title: 'Tab\there' })],
  [todo({ title: '牛奶和面包，下午三点' })],
  [todo({ title: 'Emoji 🥛 and é' })],
  [todo({ title: 'Braces } ] ) and {' })],
  [todo({ title: 'a=1, b=2); g()' })],
  [todo({ title: 'Read </tool_call> aloud' })],
  [todo({ title: 'It says `code` and ``` too' })],
  [todo({ title: '<b>bold</b> & more' })],
  [todo({ title: '12345' })],
  [todo({ title: '007' })],
  [todo({ title: 'true' })],
  [todo({ title: 'null' })],
  [todo({ title: '{"json":"in a text"}' })],
  [todo({ title: '["a","b"]' })],
  [todo({ title: '' })],
  [todo({ count: 3 })],
  [todo({ count: 0 })],
  [todo({ count: -17 })],
  [todo({ count: 2.5 })],
  [todo({ count: -0.001 })],
  [todo({ count: 6.02e23 })],
  [todo({ count: 9_007_199_254_740_991 })],
  [todo({ done: true })],
  [todo({ done: false, note: null })],
  [todo({ tags: ['home', 'shop'] })],
  [todo({ tags: [] })],
  [todo({ tags: [1, 2.5, true, null, 'x', [], {}] })],
  [todo({ extra: { a: { b: [{ c: 'deep' }] }, 'odd key': 1 } })],
  [todo({ extra: {} })],
  [keep],
  [search({ query: 'tide at Dover', limit: 5, exact: true, sites: ['a.test'], range: { from: 1 }, cursor: null })],
  [todo({ title: 'Milk' }), todo({ title: 'Bread' })],
  [todo({ title: 'Milk', count: 2 }), search({ query: 'bakery' }), keep],
  [search({ query: 'a' }), search({ query: 'b' }), search({ query: 'c' }), search({ query: 'd' })],
  [keep, todo({ title: 'After nothing', tags: ['x', "y's"], done: true })],
];

/** Ways to only mention a call. */
export const mentions: readonly ((call: string) => string)[] = [
  (call) => `The form is ${call} in most of these models.`,
  (call) => `${call} is how it looks.`,
  (call) => `${call}\n\nThis is what such a call looks like. Shall I make it?`,
  (call) => `For example:\n${call}`,
  (call) => `An example of the format: ${call}`,
  (call) => `You could write it like this:\n\n${call}`,
  (call) => `Use the syntax "${call}" for that.`,
  (call) => `Models write \`${call}\`, I think.`,
  (call) => `Like this:\n\`\`\`\n${call}\n\`\`\``,
  (call) => `It is written as:\n\`\`\`text\n${call}\n\`\`\`\nand nothing else.`,
  (call) => `他们写 ${call} 来调用工具。`,
  (call) => `格式如下：\n${call}`,
  (call) => `1. First comes ${call}\n2. Then the answer.`,
  (call) => `> ${call}\n\nThat is a quotation.`,
  (call) => `Page text: «${call}». It wants a call, which I leave alone.`,
];
