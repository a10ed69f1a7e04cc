import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import type { RefusablePart } from '../../../src/model/endpoint/refusable.ts';
import type { ApiName, ReasoningEffort } from '../../../src/records/profile.ts';
import type { ModelMessage, ModelRequest } from '../../../src/ports/language-model.ts';
import { Loopback, type Seen } from './loopback.ts';
import { sample } from './sample.ts';

const server = new Loopback();
let baseUrl = '';
beforeAll(async () => {
  baseUrl = await server.open();
});
afterAll(() => server.close());
beforeEach(() => server.seen.splice(0));

const replies = {
  chat: sample.events(sample.delta({ content: 'Yes.' }, 'stop'), '[DONE]'),
  responses: sample.events({
    type: 'response.completed',
    response: {
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' },
        { type: 'message', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'call_1', name: 'todo', arguments: '{"action":"list"}' },
      ],
      usage: { input_tokens: 9, output_tokens: -9, output_tokens_details: { reasoning_tokens: 448 } },
    },
  }),
  messages: JSON.stringify({
    type: 'message',
    content: [
      { type: 'thinking', thinking: '', signature: 'EuQD' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'todo', input: { action: 'list' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 10, cache_read_input_tokens: 9289, cache_creation_input_tokens: 1, output_tokens: 7 },
  }),
};

/** Answers each API at its path; what `refuse` returns is a 400 in its words. */
function answering(refuse: (seen: Seen) => string | false = () => false) {
  server.answer = (seen) => {
    const words = refuse(seen);
    if (words) return { status: 400, type: 'application/json', body: JSON.stringify({ error: { message: words } }) };
    const api = seen.path.endsWith('/responses') ? 'responses' : seen.path.endsWith('/messages') ? 'messages' : 'chat';
    return { body: replies[api] };
  };
}

async function ask(
  api: ApiName | undefined,
  request: Partial<ModelRequest> = {},
  refuses: string[] = [],
  effort?: ReasoningEffort,
) {
  const found: RefusablePart[][] = [];
  const model = endpointModel({
    profile: sample.profile(baseUrl, { ...(api && { api }), ...(effort && { effort }), refuses }),
    ...{ key: 'sk-of-the-test', limits: { first: 30_000, idle: 30_000 } },
    onRefused: (parts) => found.push(parts),
  });
  const outcome = await model.reply(sample.request(request), { signal: new AbortController().signal });
  return { outcome, found, bodies: server.seen.map(({ body }) => body), seen: server.seen };
}

describe('R11.3 an endpoint that does not stream', () => {
  test.each(['responses', 'messages'] as const)('is asked for a whole reply: %s', async (api) => {
    answering(({ body }) => 'stream' in body && 'Your organization must be verified to stream this model.');
    const { outcome, found, bodies } = await ask(api);
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'I look.', calls: [{ name: 'todo' }] } });
    expect([found, bodies.map((body) => 'stream' in body)]).toEqual([[['streaming']], [true, false]]);
  });
});

describe('R11.3 Responses', () => {
  test('nothing is stored at the vendor, and reasoning comes encrypted', async () => {
    answering();
    const { outcome, seen } = await ask('responses');
    expect(seen[0]).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: 'Bearer sk-of-the-test' },
      body: {
        ...{ model: 'm1', instructions: 'Be brief.', store: false, stream: true },
        include: ['reasoning.encrypted_content'],
        input: [{ role: 'user', content: 'Hello' }],
        tools: [{ type: 'function', name: 'todo', parameters: { type: 'object' }, strict: false }],
      },
    });
    expect(outcome).toMatchObject({
      reply: {
        ...{ text: 'I look.', finish: 'calls', calls: [{ id: 'call_1', name: 'todo' }] },
        usage: { input: 9, output: 448, reasoning: 448 },
        reasoning: { parts: [{ id: 'rs_1' }, 'text', 0] },
      },
    });
  });

  test('R4.11 reasoning goes back in its place to the endpoint that it came from, and to no other', async () => {
    answering();
    const { outcome } = await ask('responses');
    if (!outcome.ok) throw new Error('refused');
    const history: ModelMessage[] = [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', ...outcome.reply },
      { role: 'tool', call: 'call_1', text: 'None.' },
    ];
    server.seen.splice(0);
    await ask('responses', { messages: history });
    await ask('messages', { messages: history });
    await ask('chat', { messages: history });
    const [again, elsewhere, chat] = server.seen.map(({ body }) => body);
    expect(again?.input).toEqual([
      { role: 'user', content: 'Hello' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1', name: 'todo', arguments: '{"action":"list"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'None.' },
    ]);
    expect(JSON.stringify([elsewhere, chat])).not.toMatch(/gAAAA|rs_1/);
  });

  test.each([
    ["Unsupported parameter: 'reasoning.effort' is not supported with this model.", 'reasoning', 'reasoning_effort'],
    ['Encrypted content is not supported with this model.', 'include', 'encrypted_reasoning'],
    ['Unknown parameter: store', 'store', 'store'],
  ])('what an endpoint refuses is left out and remembered: %s', async (words, field, part) => {
    answering(({ body }) => field in body && words);
    const { outcome, found, bodies } = await ask('responses');
    expect(outcome.ok).toBe(true);
    expect([bodies.length, field in bodies[1]!]).toEqual([2, false]);
    expect(found).toEqual([[part]]);
  });

  test('R4.11 a summary of the thinking is asked for; where it is refused the model thinks without one', async () => {
    answering(({ body }) => {
      const { summary } = body.reasoning as { summary?: string };
      return summary !== undefined && 'Your organization must be verified to generate reasoning summaries.';
    });
    const { outcome, found, bodies } = await ask('responses');
    expect([outcome.ok, found]).toEqual([true, [['reasoning_summary']]]);
    expect(bodies.map(({ reasoning }) => reasoning)).toEqual([
      { effort: 'medium', summary: 'auto' },
      { effort: 'medium' },
    ]);
  });
});

describe('R11.3 Messages', () => {
  test('the key goes in its own header, and the vendor caches what comes again', async () => {
    answering();
    const { outcome, seen } = await ask('messages', { choice: 'required' }, ['adaptive_thinking', 'thinking']);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    const cache_control = { type: 'ephemeral' };
    expect(seen[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-of-the-test', 'anthropic-version': '2023-06-01' },
      body: {
        system: [{ type: 'text', text: 'Be brief.', cache_control }],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control }] }],
        tools: [{ name: 'todo', input_schema: { type: 'object' } }],
        tool_choice: { type: 'any' },
      },
    });
    expect(outcome).toMatchObject({
      reply: {
        calls: [{ id: 'toolu_1', arguments: '{"action":"list"}' }],
        usage: { input: 9300, cached: 9289, cache_written: 1, output: 7 },
        reasoning: { parts: [{ type: 'thinking', signature: 'EuQD' }, 'text', 0] },
      },
    });
  });

  test('no call is forced while the model thinks, which the API refuses', async () => {
    answering();
    const { bodies } = await ask('messages', { choice: 'required' });
    expect(bodies[0]).toMatchObject({ thinking: { type: 'adaptive' } });
    expect(bodies[0]).not.toHaveProperty('tool_choice');
  });

  test('an older model thinks by a number of tokens, and the oldest not at all, with shorter replies', async () => {
    answering(({ body }) => {
      const { thinking, max_tokens: most } = body as { thinking?: { type: string }; max_tokens: number };
      if (thinking) return `thinking: type '${thinking.type}' is not supported on this model.`;
      return most > 4096 && `max_tokens: ${most} > 4096, which is the maximum allowed number of output tokens for m1`;
    });
    const { outcome, found, bodies } = await ask('messages');
    expect(outcome.ok).toBe(true);
    expect(
      bodies.map(({ thinking, max_tokens }) => [(thinking as { type: string } | undefined)?.type, max_tokens]),
    ).toEqual([
      ['adaptive', 32_000],
      ['enabled', 32_000],
      [undefined, 32_000],
      [undefined, 8192],
      [undefined, 4096],
    ]);
    expect(found.at(-1)).toEqual(['adaptive_thinking', 'thinking', 'max_tokens', 'max_tokens_again']);
  });

  test('R4.11 a summary of the thinking is asked for; where it is refused the model thinks without one', async () => {
    answering(({ body }) => {
      const { display } = body.thinking as { display?: string };
      return display !== undefined && 'thinking.adaptive.display: Extra inputs are not permitted';
    });
    const { outcome, found, bodies } = await ask('messages');
    expect([outcome.ok, found]).toEqual([true, [['thinking_display']]]);
    expect(bodies.map(({ thinking }) => thinking)).toEqual([
      { type: 'adaptive', display: 'summarized' },
      { type: 'adaptive' },
    ]);
  });

  test('where calls were answered whose turn has no thinking, a model that demands it goes on without', async () => {
    answering();
    const { bodies } = await ask(
      'messages',
      {
        messages: [
          { role: 'user', text: 'Hello' },
          { role: 'assistant', text: '', calls: [{ id: 'call:1', name: 'todo', arguments: 'not JSON' }] },
          { role: 'tool', call: 'call:1', text: '' },
        ],
      },
      ['adaptive_thinking'],
    );
    expect(bodies[0]).not.toHaveProperty('thinking');
    expect(bodies[0]?.messages).toMatchObject([
      {},
      { content: [{ type: 'tool_use', id: 'call00001', input: { arguments: 'not JSON' } }] },
      { content: [{ type: 'tool_result', tool_use_id: 'call00001' }] },
    ]);
  });
});

describe('R11.3 the API of a connection', () => {
  test.each([404, 405])('a server without it (%i) is asked by chat completions from then on', async (status) => {
    server.answer = ({ path }) =>
      path.endsWith('/completions')
        ? { body: replies.chat }
        : { status, type: 'application/json', body: '{"error":{"message":"Not Found"}}' };
    const { outcome, found, seen } = await ask('responses');
    expect(outcome).toMatchObject({ reply: { text: 'Yes.' } });
    expect(seen.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/chat/completions']);
    expect(found).toEqual([['native_api']]);
    server.seen.splice(0);
    await ask('responses', {}, ['native_api']);
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });

  test('nothing is remembered where chat completions are not there either, or the model is unknown', async () => {
    server.answer = () => ({ status: 404, type: 'application/json', body: '{"error":{"message":"Not Found"}}' });
    expect((await ask('responses')).found).toEqual([]);
    server.seen.splice(0);
    const body = '{"type":"error","error":{"type":"not_found_error","message":"model: m1"}}';
    server.answer = () => ({ status: 404, type: 'application/json', body });
    const { outcome, seen } = await ask('messages');
    expect(outcome).toMatchObject({ error: { code: 'unknown_model' } });
    expect(seen).toHaveLength(1);
  });

  test('is chat completions at an address that is not the preset one', async () => {
    answering();
    await ask(undefined);
    expect(server.seen[0]?.path).toBe('/v1/chat/completions');
  });
});

describe('R4.11 effort', () => {
  test.each<[ReasoningEffort | undefined, object, object, object | undefined, object | undefined]>([
    [undefined, { effort: 'medium' }, { effort: 'medium' }, { budget_tokens: 4096 }, undefined],
    ['quick', { effort: 'low' }, { effort: 'low' }, { budget_tokens: 1024 }, { reasoning_effort: 'low' }],
    ['normal', { effort: 'medium' }, { effort: 'medium' }, { budget_tokens: 4096 }, undefined],
    ['thorough', { effort: 'high' }, { effort: 'high' }, { budget_tokens: 16_000 }, { reasoning_effort: 'high' }],
  ])('%s goes to each API in its own words', async (effort, reasoning, output_config, thinking, chat) => {
    answering();
    expect((await ask('responses', {}, [], effort)).bodies[0]).toMatchObject({ reasoning });
    server.seen.splice(0);
    expect((await ask('messages', {}, [], effort)).bodies[0]).toMatchObject({
      ...{ thinking: { type: 'adaptive' }, output_config },
    });
    server.seen.splice(0);
    expect((await ask('messages', {}, ['adaptive_thinking'], effort)).bodies[0]).toMatchObject({ thinking });
    server.seen.splice(0);
    const [body = {}] = (await ask('chat', {}, [], effort)).bodies;
    if (chat) expect(body).toMatchObject(chat);
    else expect(body).not.toHaveProperty('reasoning_effort');
  });

  test('a thought is always shorter than the reply may be', async () => {
    answering();
    const { bodies } = await ask('messages', {}, ['adaptive_thinking', 'max_tokens'], 'thorough');
    const { thinking, max_tokens } = bodies[0] as { thinking: { budget_tokens: number }; max_tokens: number };
    expect(thinking.budget_tokens).toBeLessThan(max_tokens);
  });

  test('where an endpoint takes no effort it is left out, and the rest stays', async () => {
    answering(({ body }) => 'output_config' in body && 'output_config: Extra inputs are not permitted');
    const native = await ask('messages');
    expect(native.bodies[1]).toMatchObject({ thinking: { type: 'adaptive' } });
    expect(native.found).toEqual([['output_effort']]);
    server.seen.splice(0);
    answering(({ body }) => 'reasoning_effort' in body && 'Unsupported parameter: reasoning_effort');
    const chat = await ask('chat', {}, [], 'thorough');
    expect([chat.outcome.ok, chat.found, chat.bodies.length]).toEqual([true, [['effort']], 2]);
    expect(chat.outcome).not.toHaveProperty('unthinking');
  });

  test.each<[ReasoningEffort, number]>([
    ['normal', 2],
    ['thorough', 3],
  ])(
    'an endpoint that takes tools only without thinking is told so, and the outcome says it: %s',
    async (effort, calls) => {
      const words =
        "Function tools with reasoning_effort are not supported. Use /v1/responses or set reasoning_effort to 'none'.";
      answering(({ body }) => body.reasoning_effort !== 'none' && words);
      const { outcome, found, bodies } = await ask('chat', {}, [], effort);
      expect(bodies).toHaveLength(calls);
      expect(bodies.at(-1)).toMatchObject({ reasoning_effort: 'none' });
      expect(outcome).toMatchObject({ ok: true, unthinking: true });
      expect(found.at(-1)).toContain('reasoning');
      server.seen.splice(0);
      const again = await ask('chat', {}, found.at(-1), effort);
      expect(again.bodies).toHaveLength(1);
      expect(again.outcome).not.toHaveProperty('unthinking');
    },
  );
});
