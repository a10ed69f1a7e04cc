import { describe, expect, test } from 'vitest';
import { mergeMessagesOfSameRole } from '../../../src/agent/messages.ts';
import type { ModelMessage, ModelRequest } from '../../../src/ports/language-model.ts';
import { usual } from '../engine/usual.ts';
import { calls, results, World } from '../engine/world.ts';
import { Endpoint, greeting, type Sent, type SentMessage } from './quirk-bench.ts';
import { sample } from './sample.ts';

const extra = { extra_content: { google: { thought_signature: 'sig' } } };
const afterCall = (more: object = {}): ModelRequest =>
  sample.request({
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Note milk' },
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'todo', arguments: '{}', ...more }] },
      { role: 'tool', call: 'c1', text: 'done' },
    ],
  });
const assistant = ({ messages }: Sent): SentMessage => messages.find(({ role }) => role === 'assistant')!;

describe('R11.3 what endpoints want of a conversation', () => {
  const endpoint = new Endpoint();

  test('P1 texts of the same role are one message, and tool results follow their call (R4.8)', () => {
    const said: ModelMessage[] = [
      { role: 'system', text: 's' },
      { role: 'user', text: 'a' },
      { role: 'user', text: 'b' },
      { role: 'assistant', text: '', calls: [] },
      { role: 'assistant', text: 'c', calls: [] },
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'todo', arguments: '{}' }] },
      { role: 'tool', call: 'c1', text: 'done' },
      { role: 'user', text: 'd' },
    ];
    expect(mergeMessagesOfSameRole(said)).toEqual([
      { role: 'system', text: 's' },
      { role: 'user', text: 'a\n\nb' },
      { role: 'assistant', text: 'c', calls: [{ id: 'c1', name: 'todo', arguments: '{}' }] },
      { role: 'tool', call: 'c1', text: 'done' },
      { role: 'user', text: 'd' },
    ]);
  });

  test.each(['System role not supported', 'Developer instruction is not enabled for models/gemma-3-27b-it'])(
    'P1 where there is no system its text goes before what the person says: %s',
    async (reason) => {
      endpoint.refuses(({ messages }) => messages.some(({ role }) => role === 'system') && reason);
      const model = endpoint.model();
      expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
      expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
      expect(endpoint.sent).toHaveLength(3);
      expect(endpoint.sent[2]?.messages).toEqual([{ role: 'user', content: 'Be brief.\n\nHello' }]);
    },
  );

  test('P2 every call has exactly one result, also where it was not carried out', async () => {
    const world = new World(
      usual(['Note it'], {
        thought: (request) =>
          results(request).length === 0
            ? calls(
                ['todo', { action: 'add', title: 'Milk' }],
                ['ask_user', { question: 'Which?' }],
                ['todo', { action: 'list' }],
              )
            : undefined,
      }),
    );
    world.submit('Note it');
    await world.untilPhase('completed');
    const later = world.model.requests.filter((request) => request.purpose === 'thought').at(-1)!;
    const made = later.messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
    const answered = later.messages.flatMap((message) => (message.role === 'tool' ? [message.call] : []));
    expect(answered.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    expect(new Set(answered).size).toBe(3);
  });

  test.each([
    'Missing `reasoning_content` field in the assistant message',
    'The reasoning_content in the thinking mode must be passed back to the API.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ])(
    'P3 reasoning is not kept (R4.11), so words stand for it, on every turn, where it is wanted: %s',
    async (reason) => {
      endpoint.refuses(
        ({ messages }) =>
          messages.some((each) => each.role === 'assistant' && !each.reasoning_content?.trim()) && reason,
      );
      const model = endpoint.model();
      const spoken: ModelRequest = afterCall();
      spoken.messages.push({ role: 'assistant', text: 'Noted.', calls: [] }, { role: 'user', text: 'Go on.' });
      expect((await endpoint.ask(spoken, model)).ok).toBe(true);
      expect((await endpoint.ask(spoken, model)).ok).toBe(true);
      expect(endpoint.sent.map((body) => assistant(body).reasoning_content)).toEqual([undefined, 'todo', 'todo']);
    },
  );

  test('P3 an endpoint that refuses it, too, when it is sent gets none from then on', async () => {
    endpoint.refuses((body) => 'reasoning_content' in assistant(body) && 'property reasoning_content is unsupported');
    const model = endpoint.model({ provider: 'deepseek' });
    expect((await endpoint.ask(afterCall(), model)).ok).toBe(true);
    expect((await endpoint.ask(afterCall(), model)).ok).toBe(true);
    expect(endpoint.sent.map((body) => assistant(body).reasoning_content)).toEqual(['todo', undefined, undefined]);
  });

  test.each([
    'Tool call id was chatcmpl-tool-5f1c9a but must be a-z, A-Z, 0-9, with a length of 9.',
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
    'Invalid tool_call_id: toolu_01:0',
    'Duplicate tool call id found in the request',
  ])('R11.3 ids of other servers are replaced where they are refused: %s', async (reason) => {
    endpoint.refuses((body) => !/^[A-Za-z0-9]{9}$/.test(assistant(body).tool_calls?.[0]?.id ?? '') && reason);
    const model = endpoint.model();
    expect((await endpoint.ask(afterCall({ id: 'c1' }), model)).ok).toBe(true);
    expect((await endpoint.ask(afterCall({ id: 'c1' }), model)).ok).toBe(true);
    expect(endpoint.sent.map((body) => assistant(body).tool_calls?.[0]?.id)).toEqual(['c1', 'call00001', 'call00001']);
    expect(endpoint.sent.at(-1)?.messages.at(-1)?.tool_call_id).toBe('call00001');
  });

  test('R11.3 a missing result is no matter of ids', async () => {
    const reason =
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
    endpoint.refuses(() => reason);
    expect((await endpoint.ask(afterCall())).ok).toBe(false);
    expect(endpoint.sent).toHaveLength(1);
  });

  test('P1 what is said right after a result becomes part of it, also where an empty reply was left out', async () => {
    endpoint.answer = () => ({ body: greeting });
    const request = afterCall();
    request.messages.push({ role: 'assistant', text: '', calls: [] }, { role: 'user', text: 'The reply is empty.' });
    await endpoint.ask({ ...request, messages: mergeMessagesOfSameRole(request.messages) });
    expect(endpoint.sent[0]?.messages.slice(2)).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', content: 'done\n\nThe reply is empty.' },
    ]);
  });

  test('P1 images cannot be part of a result: a turn stands between', async () => {
    endpoint.answer = () => ({ body: greeting });
    const request = afterCall();
    request.messages.push({ role: 'user', text: 'See', images: [{ name: 'a.png', url: 'data:image/png;base64,AA' }] });
    await endpoint.ask(request);
    expect(endpoint.sent[0]?.messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    ]);
  });

  test('P2 results come in the order of the calls, a lost one is told, and ids that repeat are told apart', async () => {
    endpoint.answer = () => ({ body: greeting });
    const call = (id: string) => ({ id, name: 'todo', arguments: '{}' });
    await endpoint.ask(
      sample.request({
        messages: [
          { role: 'system', text: 's' },
          { role: 'user', text: 'u' },
          { role: 'assistant', text: '', calls: [call('a'), call('b'), call('c')] },
          { role: 'tool', call: 'c', text: 'third' },
          { role: 'tool', call: 'a', text: 'first' },
          { role: 'assistant', text: '', calls: [call('a')] },
          { role: 'tool', call: 'a', text: 'again' },
        ],
      }),
    );
    const { messages } = endpoint.sent[0]!;
    expect(messages.flatMap((each) => (each.role === 'tool' ? [[each.tool_call_id, each.content]] : []))).toEqual([
      ['a', 'first'],
      ['b', 'Not carried out.'],
      ['c', 'third'],
      ['call00004', 'again'],
    ]);
    expect(messages[6]?.tool_calls?.[0]?.id).toBe('call00004');
  });

  test('P4 what came with a call goes back with it', async () => {
    const { delta, events } = sample;
    endpoint.answer = () => ({
      body: events(
        delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'todo', arguments: '{}' } }] }),
        delta({ tool_calls: [{ index: 0, ...extra }] }, 'stop'),
      ),
    });
    const outcome = await endpoint.ask();
    const [call] = outcome.ok ? outcome.reply.calls : [];
    expect(call?.extra).toEqual(extra);
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask(afterCall({ extra: call?.extra }));
    expect(assistant(endpoint.sent[0]!).tool_calls).toMatchObject([extra]);
  });

  test('P4 a call that the endpoint did not sign itself is marked as such where it must be signed', async () => {
    const reason = 'Function call is missing a thought_signature in functionCall parts.';
    endpoint.refuses((body) => !assistant(body).tool_calls?.[0]?.extra_content && reason);
    const model = endpoint.model();
    expect((await endpoint.ask(afterCall(), model)).ok).toBe(true);
    expect((await endpoint.ask(afterCall({ extra }), model)).ok).toBe(true);
    expect(endpoint.sent.slice(1).map((body) => assistant(body).tool_calls?.[0]?.extra_content)).toEqual([
      { google: { thought_signature: 'skip_thought_signature_validator' } },
      extra.extra_content,
    ]);
  });

  test('P4, P6 what came with the call of one endpoint is left out where another does not know it', async () => {
    const reason = 'messages.2.tool_calls.0.extra_content: Extra inputs are not permitted';
    endpoint.refuses((body) => assistant(body).tool_calls?.[0]?.extra_content !== undefined && reason, 422);
    expect((await endpoint.ask(afterCall({ extra }))).ok).toBe(true);
    expect(endpoint.sent).toHaveLength(2);
  });

  test('P5, P6 nothing is sent that need not be: no limit of tokens, no temperature, no parallel calls', async () => {
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask(sample.request({ choice: 'required' }));
    expect(Object.keys(endpoint.sent[0]!).toSorted()).toEqual([
      'messages',
      'model',
      'stream',
      'stream_options',
      'tool_choice',
      'tools',
    ]);
  });

  test('P5 a model that cannot call functions while it reasons is asked not to, and only then', async () => {
    const reason =
      'Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. Please use /v1/responses instead.';
    endpoint.refuses(({ tools, reasoning_effort }) => tools !== undefined && reasoning_effort !== 'none' && reason);
    const model = endpoint.model();
    expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
    expect((await endpoint.ask(sample.request({ tools: [] }), model)).ok).toBe(true);
    expect(endpoint.sent.map(({ reasoning_effort }) => reasoning_effort)).toEqual([undefined, 'none', undefined]);
  });

  test('P6 an endpoint that names one part after another as unknown gets a request that it takes', async () => {
    const unknown = ['stream_options', 'tool_choice'] as const;
    endpoint.refuses((body) => {
      const part = unknown.find((name) => name in body);
      return part !== undefined && `body.${part}: Extra inputs are not permitted`;
    }, 422);
    expect((await endpoint.ask(sample.request({ choice: 'required' }))).ok).toBe(true);
    expect(endpoint.sent).toHaveLength(3);
  });

  test.each([
    ['Your organization must be verified to stream this model. Please go to: https://platform.openai.com', 400],
    [
      "Unsupported value: 'stream' does not support true with this model. Only the default (false) value is supported.",
      400,
    ],
    ['Streaming is not supported for this model', 400],
    ['stream is disabled on this deployment', 422],
    ['该模型不支持流式输出', 400],
    ['This model only supports non-streaming requests', 400],
    ['模型仅支持非流式调用', 400],
    ['Streaming must be turned off', 422],
    ['stream=true is invalid for this deployment', 400],
  ])('P6 an endpoint that does not stream is asked for a whole reply from then on: %s', async (reason, status) => {
    const message = { role: 'assistant', content: 'Hello' };
    const whole = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    endpoint.answer = ({ body }) =>
      'stream' in body
        ? { status, type: 'application/json', body: JSON.stringify({ error: { message: reason } }) }
        : { type: 'application/json', body: JSON.stringify(whole) };
    const model = endpoint.model();
    expect(await endpoint.ask(sample.request(), model)).toMatchObject({ ok: true, reply: { text: 'Hello' } });
    expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
    expect(endpoint.sent.map((body) => ['stream' in body, 'stream_options' in body])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  test('P6 calls that go on side by side learn from each other, and none of them fails', async () => {
    endpoint.refuses(({ stream_options }) => stream_options !== undefined && 'Unknown parameter: stream_options');
    const model = endpoint.model();
    const outcomes = await Promise.all([1, 2, 3].map(() => endpoint.ask(sample.request(), model)));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test.each([
    ['messages.[2].content: Input should be a valid string, input was null', 422],
    ['Invalid value for content: expected a string, got null.', 400],
    ['content field is required', 400],
  ])('P7 no text beside a call is null, and empty where that is refused: %s', async (reason, status) => {
    endpoint.refuses((body) => assistant(body).content === null && reason, status);
    const model = endpoint.model();
    expect((await endpoint.ask(afterCall(), model)).ok).toBe(true);
    expect((await endpoint.ask(afterCall(), model)).ok).toBe(true);
    expect(endpoint.sent.map((body) => assistant(body).content)).toEqual([null, '', '']);
  });
});
