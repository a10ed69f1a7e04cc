import { describe, expect, test } from 'vitest';
import { holdsCallMarkup } from '../../../src/values/call-markup.ts';
import { CallTimeouts } from '../../../src/model/endpoint/call-timeouts.ts';
import { endpointAddress, withQuery } from '../../../src/model/endpoint/endpoint-connection.ts';
import { modelErrorFromResponse } from '../../../src/model/endpoint/model-error.ts';
import { ChunkAssembly } from '../../../src/model/endpoint/chunk-assembly.ts';
import { readReply } from '../../../src/model/endpoint/read-reply.ts';
import { Endpoint } from './quirk-bench.ts';
import { heard, readBytes } from './read-bytes.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const matching = (sign: RegExp): unknown => expect.stringMatching(sign);
const offered = ['todo', 'todo_list', 'fetch', 'finish_step'];
const stamps = '{"action":"add","title":"Buy stamps"}';
const call = (name: string | undefined, written?: unknown, more: object = {}) =>
  delta({ tool_calls: [{ index: 0, ...more, function: { ...(name !== undefined && { name }), arguments: written } }] });
const choice = (index: number, body: object, finish: string | null = null) => ({
  choices: [{ index, delta: body, finish_reason: finish }],
});
const todo = { index: 0, id: 'a', type: 'function', function: { name: 'todo', arguments: stamps } };

/** What a reply of these chunks comes to, in pieces of one byte and as a whole. */
async function reading(...chunks: unknown[]) {
  const bytes = new TextEncoder().encode(events(...chunks, '[DONE]'));
  const whole = await readBytes([bytes], 'closed', offered);
  const inBytes = await readBytes(
    Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
    'closed',
    offered,
  );
  expect(inBytes).toEqual(whole);
  return whole;
}

async function callsIn(...chunks: unknown[]) {
  const outcome = await reading(...chunks, delta({}, 'tool_calls'));
  return outcome.ok ? outcome.reply.calls.map((made) => [made.name, made.arguments]) : outcome.error.code;
}

async function textOf(...pieces: string[]) {
  const outcome = await reading(...pieces.map((content) => delta({ content })), delta({}, 'stop'));
  return outcome.ok ? outcome.reply.text : outcome.error.code;
}

describe('R11.3 names and arguments as servers send them', () => {
  test.each<[string, unknown[]]>([
    ['a name in two pieces', [call('to', '', { id: 'p' }), call('do', stamps)]],
    ['a name in pieces, each with the id', [call('to', '', { id: 'p' }), call('do', stamps, { id: 'p' })]],
    [
      'a name in pieces without an index',
      [
        delta({ tool_calls: [{ id: 'p', function: { name: 'to' } }] }),
        delta({ tool_calls: [{ function: { name: 'do', arguments: stamps } }] }),
      ],
    ],
    [
      'a name letter by letter',
      Array.from('todo')
        .map((letter) => call(letter))
        .concat(call(undefined, stamps)),
    ],
    ['a name that grows with each delta', [call('t'), call('tod'), call('todo', stamps)]],
    ['a namespace, then the name', [call('functions.'), call('todo', stamps)]],
    ['the whole name again in each delta', [call('todo', '{"action":"add",'), call('todo', '"title":"Buy stamps"}')]],
    ['an empty object before the arguments', [call('todo', '{}', { id: 'p' }), call(undefined, stamps)]],
    [
      'an empty object, then arguments in pieces',
      [call('todo', '{}', { id: 'p' }), call(undefined, '{"action":"add",'), call(undefined, '"title":"Buy stamps"}')],
    ],
    ['an empty object with the name again', [call('todo', '{}'), call('todo', stamps)]],
    ['an empty object after the arguments', [call('todo', stamps, { id: 'p' }), call(undefined, '{}')]],
    ['an object without keys, then text', [call('todo', {}, { id: 'p' }), call(undefined, stamps)]],
    ['null before the arguments', [call('todo', 'null', { id: 'p' }), call(undefined, stamps)]],
    [
      'the arguments whole once more at the end',
      [
        call('todo', '{"action":"add",', { id: 'p' }),
        call(undefined, '"title":"Buy stamps"}'),
        call(undefined, stamps),
      ],
    ],
    [
      'arguments that grow with each delta',
      [call('todo', '{"action"', { id: 'p' }), call(undefined, '{"action":"add",'), call(undefined, stamps)],
    ],
    ['a channel of harmony behind the name', [call('todo<|channel|>commentary', stamps)]],
    ['a token of harmony behind the name', [call('todo <|constrain|>json', stamps)]],
    ['a recipient for a name', [call('<|channel|>commentary to=todo', stamps)]],
    ['a token before the name', [call('<|start|>todo', stamps)]],
    ['a tag behind the name', [call('todo</tool_call>', stamps)]],
    ['a number behind the name', [call('todo:0', stamps)]],
  ])('one call: %s', async (_, chunks) => {
    expect(await callsIn(...chunks)).toEqual([[matching(/^(?:functions\.)?todo$/), stamps]]);
  });

  test('the number of a namespace goes, the namespace stays for the code that reads names', async () => {
    expect(await callsIn(call('functions.todo:0', stamps))).toEqual([['functions.todo', stamps]]);
  });

  test.each<[string, unknown[], string[]]>([
    ['of two tools under one index', [call('todo'), call('fetch')], ['todo', 'fetch']],
    ['of a tool whose name begins another', [call('todo'), call('todo_list')], ['todo', 'todo_list']],
    ['of one name that goes on', [call('todo'), call('_list')], ['todo_list']],
    ['of two whole calls of one tool', [call('todo', '{"a":1}'), call('todo', '{"a":2}')], ['todo', 'todo']],
    ['of unknown tools', [call('shell', '{"a":1}'), call('exec', '{}')], ['shell', 'exec']],
    [
      'of two names in one chunk',
      [delta({ tool_calls: [{ function: { name: 'todo' } }, { function: { name: '_list' } }] })],
      ['todo', '_list'],
    ],
  ])('names are joined only where that makes an offered name: %s', async (_, chunks, names) => {
    const calls = await callsIn(...chunks);
    expect(Array.isArray(calls) && calls.map(([name]) => name)).toEqual(names);
  });
});

describe('R11.3 choices, pauses and faults as servers send them', () => {
  test.each<[string, unknown[], string, number]>([
    [
      'words in the first choice, the call in the second',
      [
        choice(0, { content: 'I will note that down.' }),
        {
          choices: [
            { index: 0, delta: {}, finish_reason: 'stop' },
            { index: 1, delta: { tool_calls: [todo] }, finish_reason: null },
          ],
        },
        choice(1, {}, 'tool_calls'),
      ],
      'I will note that down.',
      1,
    ],
    [
      'the call first, words in the second',
      [choice(0, { tool_calls: [todo] }), choice(1, { content: 'Noted.' }, 'stop'), choice(0, {}, 'tool_calls')],
      'Noted.',
      1,
    ],
    [
      'each call in a choice of its own, in pieces under the same index',
      [
        choice(0, { tool_calls: [{ ...todo, function: { name: 'todo', arguments: '{"a"' } }] }),
        choice(1, { tool_calls: [{ ...todo, id: 'b', function: { name: 'fetch', arguments: '{"b"' } }] }),
        choice(0, { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, 'tool_calls'),
        choice(1, { tool_calls: [{ index: 0, function: { arguments: ':2}' } }] }, 'tool_calls'),
      ],
      '',
      2,
    ],
    [
      'two texts: the first one',
      [choice(0, { content: 'One' }), choice(1, { content: 'Two' }, 'length'), choice(0, {}, 'stop')],
      'One',
      0,
    ],
    [
      'a first choice that says nothing',
      [choice(0, { role: 'assistant' }, 'stop'), choice(1, { content: 'Two' }, 'stop')],
      'Two',
      0,
    ],
    [
      'the same as a whole completion',
      [
        {
          choices: [
            { index: 0, message: { content: 'Well.' }, finish_reason: 'stop' },
            { index: 1, message: { content: null, tool_calls: [todo] }, finish_reason: 'tool_calls' },
          ],
        },
      ],
      'Well.',
      1,
    ],
  ])('one reply of several choices: %s', async (_, chunks, text, calls) => {
    const outcome = await reading(...chunks);
    expect(outcome).toMatchObject({ ok: true, reply: { text, finish: calls > 0 ? 'calls' : 'stop' } });
    expect(outcome.ok && outcome.reply.calls).toHaveLength(calls);
  });

  const limits = { first: 600_000, idle: 90_000, total: 1_800_000 };
  class WatchedGuard extends CallTimeouts {
    armed = 0;
    override arm(ms: number): void {
      this.armed = ms;
    }
  }

  /** How long it is waited for more after these chunks; the body then ends. */
  async function waitAfter(...chunks: unknown[]) {
    const guard = new WatchedGuard(new AbortController().signal, limits);
    const outcome = await readReply(new Response(events(...chunks)), {
      ...{
        guard,
        limits,
        key: null,
        source: '',
        assembly: new ChunkAssembly(heard(offered)),
        onText: () => undefined,
        onWait: () => undefined,
      },
      estimate: (output) => ({ input: 0, output, estimated: true }),
    }).finally(() => guard.close());
    return { waits: guard.armed, outcome };
  }

  test.each<[string, unknown[], number]>([
    ['at the first thought', [delta({ reasoning_content: 'Hm' }, 'stop')], 90_000],
    ['at the role', [delta({ role: 'assistant' }, 'stop')], 600_000],
    [
      'at a call that has only begun',
      [delta({ tool_calls: [{ ...todo, function: { name: 'todo', arguments: '{"a"' } }] }, 'tool_calls')],
      90_000,
    ],
    ['at each piece of the text', [delta({ content: 'The ' }, 'stop'), delta({ content: 'museum' }, 'stop')], 90_000],
    ['in the midst of the text', [delta({ content: 'The ' }, 'stop'), delta({ content: 'museum' })], 90_000],
    ['before a call', [delta({ content: 'Well.' }, 'stop'), delta({ tool_calls: [todo] })], 90_000],
    ['at the end of a text', [delta({ content: 'The museum' }), delta({}, 'stop')], 5000],
    ['at the end of a call', [delta({ tool_calls: [todo] }), delta({}, 'tool_calls')], 5000],
    ['with nothing said, by a filter', [delta({}, 'content_filter')], 5000],
  ])('a finish reason %s: what may follow is waited for', async (_, chunks, waits) => {
    expect((await waitAfter(...chunks)).waits).toBe(waits);
  });

  test('the answer that comes after an early finish reason is the answer', async () => {
    const { outcome } = await waitAfter(
      delta({ reasoning_content: 'Hm' }, 'stop'),
      delta({ content: 'The museum opens at ten.' }),
      delta({}, 'stop'),
    );
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'The museum opens at ten.' } });
  });

  test.each<[string, unknown, string, string]>([
    [
      'MiniMax',
      { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      'quota',
      'insufficient balance',
    ],
    [
      'MiniMax, too often',
      { choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit reached' } },
      'rate_limit',
      'rate limit',
    ],
    ['Zhipu', { code: 1113, msg: '账户欠费，余额不足' }, 'quota', '余额不足'],
    ['Baidu', { error_code: 336_003, error_msg: 'invalid api key' }, 'auth', 'invalid api key'],
    [
      'Cloudflare',
      { success: false, errors: [{ code: 3036, message: 'account limited: rate limit' }], result: null },
      'rate_limit',
      'account limited',
    ],
    ['choices of null beside a message', { choices: null, message: 'Internal overload' }, 'server', 'overload'],
    [
      'DashScope',
      { code: 'InvalidParameter', message: 'Range of input length should be [1, 6000]' },
      'context_length',
      'Range of input',
    ],
  ])('a fault within a 200 is told as what it is: %s', async (_, chunk, code, words) => {
    const outcome = await reading(chunk);
    expect(outcome).toMatchObject({ ok: false, error: { code, detail: matching(new RegExp(words)) } });
    const plain = await readBytes([new TextEncoder().encode(JSON.stringify(chunk))]);
    expect(plain).toMatchObject({ ok: false, error: { code } });
  });

  test('a good state beside an answer is no fault', async () => {
    const outcome = await reading({
      ...(delta({ content: 'Hello' }, 'stop') as object),
      base_resp: { status_code: 0, status_msg: 'success' },
    });
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'Hello' } });
  });

  test.each<[string, unknown[]]>([
    ['in a field', [delta({ reasoning_content: 'The museum opens at ten.' }), delta({}, 'stop')]],
    ['under another name', [delta({ reasoning: 'The museum' }), delta({}, 'stop')]],
    ['in tags', [delta({ content: '<think>The museum opens at ten.</think>' }), delta({}, 'stop')]],
    ['in tags that never close', [delta({ content: '<think>The museum opens at ten.' }), delta({}, 'stop')]],
    [
      'in a channel of harmony',
      [delta({ content: '<|channel|>analysis<|message|>At ten.<|end|>' }), delta({}, 'stop')],
    ],
  ])('R6.4 a reply that is thinking only is told as that: %s', async (_, chunks) => {
    expect(await reading(...chunks)).toMatchObject({ ok: false, error: { code: 'empty', detail: 'thinking' } });
  });

  test('a rest that a quota of minutes asks for is waited, not taken for the end of the money', () => {
    const body = [{ error: { code: 429, message: 'You exceeded your current quota. Please retry in 21.6s.' } }];
    expect(modelErrorFromResponse({ status: 429, body, headers: null }, null)).toMatchObject({
      code: 'rate_limit',
      retry_after_ms: 21_600,
    });
  });
});

const quoting = 'Replace the line `text.split("</think>")` in your script. Then run it again.';
const harmony =
  '<|channel|>analysis<|message|>Need short answer.<|end|><|start|>assistant<|channel|>final<|message|>At ten.';

describe('R4.11 thinking is told from text', () => {
  test.each<[string, string[], string]>([
    ['a quoted closing tag after a thought', [`<think>short</think>${quoting}`], quoting],
    ['a quoted closing tag without a thought', [quoting], quoting],
    ['a tag between quotes', ['It ends at "</think>" there.'], 'It ends at "</think>" there.'],
    ['a tag in a code block', ['So:\n```\na</think>b\n```\nDone.'], 'So:\n```\na</think>b\n```\nDone.'],
    ['a tag in the strings of JSON', ['{"content":"a\n</think>\nb"}'], '{"content":"a\n</think>\nb"}'],
    ['a tag in JSON amid prose', ['Writing {"c":"x</think>y"} now'], 'Writing {"c":"x</think>y"} now'],
    ['a tag that a sentence speaks of', ['The tag </think> closes it.'], 'The tag </think> closes it.'],
    ['a second closing tag after a thought', ['<think>a</think>One</think>Two'], 'One</think>Two'],
    ['a quoted tag within the thought', ['<think>replace "</think>" here</think>Done.'], 'Done.'],
    ['a thought without its opening tag', ['So it is\n</think>\nDone.'], 'Done.'],
    ['brackets', ['[THI', 'NK]First I count the days.[/THINK]Three days.'], 'Three days.'],
    ['brackets without an opening', ['I count.[/THINK]Three days.'], 'Three days.'],
    ['the tags of Seed', ['<seed:think>I count.</seed:think>Three days.'], 'Three days.'],
    ['the tags of Cohere', ['<|START_THINKING|>I count.<|END_THINKING|>Three days.'], 'Three days.'],
    ['brackets that are no thought', ['[Thing] is a word'], '[Thing] is a word'],
    ['the channels of harmony', [harmony], 'At ten.'],
    ['the channels of harmony in pieces', Array.from(harmony), 'At ten.'],
    ['a closing token', [`${harmony}<|return|>`], 'At ten.'],
    ['only the final channel', ['<|channel|>final<|message|>At ten.'], 'At ten.'],
    ['a start before it', ['<|start|>assistant<|channel|>final<|message|>At ten.'], 'At ten.'],
    ['an answer behind the analysis', ['<|channel|>analysis<|message|>Hm.<|end|>At ten.'], 'At ten.'],
    [
      'a preamble',
      [`<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>final<|message|>At ten.`],
      'I look.\n\nAt ten.',
    ],
    ['words before the channels', [`Well.<|start|>assistant<|channel|>final<|message|>At ten.`], 'Well.\n\nAt ten.'],
    ['names of channels whose tokens are gone', ['analysisWe need a short answer.assistantfinalAt ten.'], 'At ten.'],
    [
      'a word that is no channel',
      ['analysis of it: assistantfinal is a word'],
      'analysis of it: assistantfinal is a word',
    ],
    ['the sign for less', ['<|channel|>final<|message|>1 < 2 <| 3'], '1 < 2 <| 3'],
  ])('%s', async (_, pieces, text) => {
    expect(await textOf(...pieces)).toBe(text);
  });
});

describe('R11.3 calls within text', () => {
  test.each<[string, string]>([
    [
      'Kimi',
      `Adding it.<|tool_calls_section_begin|><|tool_call_begin|>functions.todo:0<|tool_call_argument_begin|>${stamps}<|tool_call_end|><|tool_calls_section_end|>`,
    ],
    [
      'DeepSeek',
      `Adding it.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>todo\n\`\`\`json\n${stamps}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    [
      'DeepSeek of later',
      `Adding it.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>todo<｜tool▁sep｜>${stamps}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    ['Mistral', `Adding it.[TOOL_CALLS]todo[ARGS]${stamps}`],
    ['Mistral of earlier', `Adding it.[TOOL_CALLS]todo${stamps}`],
    [
      'harmony',
      `<|channel|>commentary<|message|>Adding it.<|end|><|start|>assistant<|channel|>commentary to=functions.todo <|constrain|>json<|message|>${stamps}<|call|>`,
    ],
    [
      'harmony after words',
      `Adding it.<|start|>assistant<|channel|>commentary to=functions.todo <|constrain|>json<|message|>${stamps}<|call|>`,
    ],
  ])('are calls: %s', async (_, text) => {
    const outcome = await reading(delta({ content: text }), delta({}, 'stop'));
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'Adding it.', finish: 'calls' } });
    expect(outcome.ok && outcome.reply.calls).toMatchObject([{ name: matching(/todo$/), arguments: stamps }]);
  });
});

const markup = [
  `<tool_call>${stamps}`,
  '<tool_call>\ntodo\n<arg_key>action</arg_key><arg_value>add</arg_value></tool_call>',
  '<function=todo>\n<parameter=title>Milk</parameter>\n</function>',
  '<function_calls><invoke name="todo"><parameter name="title">Milk</parameter></invoke></function_calls>',
  'Adding it now.<|tool_calls_section_begin|><|tool_call_begin|>shell:0',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>shell',
  '[TOOL_CALLS]shell[ARGS]{}',
  '<|python_tag|>todo.call(title="Milk")',
  '<|channel|>commentary to=functions.shell <|message|>{}',
  'analysisHm.assistantcommentary to=functions.todo json{}',
  'todo(action="add", title="Milk")',
  '[todo(action="add", title="Milk")]',
  '```tool_code\nprint(todo("Milk"))\n```',
  '{"name":"shell","arguments":{"a":1}}',
  '```json\n{"name":"shell","parameters":{"a":1}}\n```',
  '[{"type":"function","function":{"name":"x","arguments":"{}"}}]',
  '<|im_start|>assistant\nDone.',
];
const plain = [
  'Use `<tool_call>` for it.',
  'The <tool_call> tag is a token.',
  'Qwen writes <tool_call>, Mistral [TOOL_CALLS].',
  'So:\n```\n<tool_call>{"name":"todo","arguments":{}}</tool_call>\n```\nThat is it.',
  'The function f(x) is 3.',
  'main()',
  '{"name":"Ada","age":36}',
  '{"name":"Ada","parameters":{"a":1},"note":"x"}',
  '[{"title":"Milk"}]',
  'Done: 3 < 4 and [1] is a note.',
  '',
];

describe('R4.3 what looks like a call', () => {
  test.each(markup)('is markup: %j', (text) => {
    expect(holdsCallMarkup(text)).toBe(true);
  });
  test.each(plain)('is text: %j', (text) => {
    expect(holdsCallMarkup(text)).toBe(false);
  });
});

describe('R11.3 a base address with a query', () => {
  test.each([
    ['http://a.test/openai/deployments/mini?api-version=1', 'http://a.test/openai/deployments/mini', 'api-version=1'],
    ['http://a.test/v1/?a=1&a=2#x', 'http://a.test/v1', 'a=1&a=2'],
    ['http://a.test/v1/chat/completions?key=k', 'http://a.test/v1', 'key=k'],
    [' http://a.test/v1 ', 'http://a.test/v1', ''],
    ['http://a.test?x=', 'http://a.test', 'x='],
  ])('%s', (given, base, query) => {
    expect(endpointAddress(given)).toEqual({ base, query });
  });

  test('the path comes before the query, one in the path included', () => {
    expect(withQuery('http://a.test/models?limit=1', 'v=2')).toBe('http://a.test/models?limit=1&v=2');
    expect(withQuery('http://a.test/models', '')).toBe('http://a.test/models');
  });

  const endpoint = new Endpoint();
  test('requests go there', async () => {
    let path = '';
    endpoint.answer = (seen) => {
      path = seen.path;
      return { body: events(delta({ content: 'Hello' }, 'stop'), '[DONE]') };
    };
    const at = `${endpoint.baseUrl}/deployments/mini?api-version=2025-01-01`;
    await endpoint.ask(sample.request(), endpoint.model({ base_url: at }));
    expect(path).toMatch(/\/deployments\/mini\/chat\/completions\?api-version=2025-01-01$/);
  });
});
