import { describe, expect, test } from 'vitest';
import { Endpoint, greeting, readingCases } from './quirk-bench.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const hello = delta({ content: 'Hello' });
const stop = delta({}, 'stop');
const used = { prompt_tokens: 9, completion_tokens: 3 };

readingCases('R11.3 how streams differ', {
  'S1 comments before, between and after the events': {
    body: `: OPENROUTER PROCESSING\n\n: keep-alive\n${events(hello)}: keep-alive\n\n: keep-alive\n\n${events(stop, '[DONE]')}`,
    gives: { text: 'Hello' },
  },
  'S1 blank lines before a whole completion': {
    body: `\n\n\n{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`,
    gives: { text: 'Hello' },
  },
  'S2 keep-alive events of unknown types': {
    body: events({ type: 'keepalive' }, hello, { type: 'ping', at: 3 }, stop, '[DONE]'),
    gives: { text: 'Hello' },
  },
  'S3 chunks without choices or with none, one of which holds the usage': {
    body: events(
      { choices: [], prompt_filter_results: [] },
      { object: 'chat.completion.chunk', obfuscation: 'x7f' },
      hello,
      stop,
      { choices: [], usage: used },
      { type: 'x-opencode', cost: 0.01 },
      '[DONE]',
    ),
    gives: { text: 'Hello', usage: [9, 3] },
  },
  'S4 no choice index': {
    body: events(
      { choices: [{ delta: { content: 'Hel' } }] },
      { choices: [{ delta: { content: 'lo' }, finish_reason: 'stop' }] },
    ),
    gives: { text: 'Hello' },
  },
  'S4 another choice among ours': {
    body: events(hello, { choices: [{ index: 1, delta: { content: 'Other' }, finish_reason: 'length' }] }, stop),
    gives: { text: 'Hello' },
  },
  'S5 no role in the first delta, or none but the role': {
    body: events(delta({ role: 'assistant' }), hello, stop),
    gives: { text: 'Hello' },
  },
  'S6 an error object in the middle': {
    body: events(hello, { error: { code: 502, message: 'Provider disconnected' } }),
    gives: { error: 'server' },
  },
  'S6 an error object without any code': {
    body: events(hello, { error: { message: 'The model has crashed.' } }, '[DONE]'),
    gives: { error: 'server' },
  },
  'S6 the finish reason "error" beside what went wrong': {
    body: events(hello, {
      choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 429, message: 'slow down' } }],
    }),
    gives: { error: 'rate_limit' },
  },
  'S6 an error as the only thing in a 200': {
    type: 'application/json',
    body: '{"error":{"message":"The server had an error","type":"server_error","code":503}}',
    gives: { error: 'server' },
  },
  'S7 the error shape of vLLM': {
    body: events(hello, { object: 'error', message: 'CUDA out of memory', type: 'InternalServerError', code: 500 }),
    gives: { error: 'server' },
  },
  'S8 an event named error': {
    body: `${events(hello)}event: error\ndata: {"error":{"code":429,"message":"rate limit"}}\n\n`,
    gives: { error: 'rate_limit' },
  },
  'S8 an event named error that is words': {
    body: `${events(hello)}event: error\ndata: upstream gone\n\n`,
    gives: { error: 'server' },
  },
  'S9 a socket that closes too early': { body: events(hello), gives: { error: 'truncated' } },
  'S9 a socket that is reset too early': { body: events(hello), then: 'reset', gives: { error: 'truncated' } },
  'S9 a socket that closes before any event': { body: ': keep-alive\n\n', gives: { error: 'truncated' } },
  'S9 a socket that closes within an event': {
    body: `${events(hello)}data: {"choices":[{"index":0,"delta":{"content":"!`,
    gives: { error: 'truncated' },
  },
  'S10 a finish reason and no [DONE]': { body: events(hello, stop), gives: { text: 'Hello' } },
  'S10 a finish reason, and then the socket is reset': {
    body: events(hello, stop),
    then: 'reset',
    gives: { text: 'Hello' },
  },
  'S10 [DONE] and no finish reason': { body: events(hello, '[DONE]'), gives: { text: 'Hello' } },
  'S11 [DONE] on a socket that stays open': { body: greeting, then: 'linger', gives: { text: 'Hello' } },
  'S12 the whole answer in one chunk': {
    body: events({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße 你好 😀' }, finish_reason: 'stop' }],
    }),
    gives: { text: 'Grüße 你好 😀' },
  },
  'S12 a BOM, CRLF, no space after the colon, and letters of several bytes': {
    body: `\uFEFF${events(delta({ content: 'Grüße 你好 😀' }), stop, '[DONE]')
      .replaceAll('data: ', 'data:')
      .replaceAll('\n', '\r\n')}`,
    gives: { text: 'Grüße 你好 😀' },
  },
  'S13 a page instead of an answer': {
    type: 'text/html',
    body: '<!doctype html><title>Sign in to the hotel network</title>',
    gives: { error: 'bad_response' },
  },
  'S13 a page that calls itself a stream': {
    body: '\n<html><body>Blocked</body></html>',
    gives: { error: 'bad_response' },
  },
  'S13 words that are no stream': {
    type: 'text/plain',
    body: 'upstream connect error or disconnect before headers',
    gives: { error: 'bad_response' },
  },
  'S13 JSON that is no completion': {
    type: 'application/json',
    body: '{"status":"ok"}',
    gives: { error: 'bad_response' },
  },
  'S13 a stream that calls itself JSON': { type: 'application/json', body: greeting, gives: { text: 'Hello' } },
  'S14 content as a list of blocks, some of them thoughts': {
    body: events(
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      delta({ content: [{ type: 'text', text: 'Hel' }] }),
      delta({ content: [{ type: 'text', text: 'lo' }] }, 'stop'),
    ),
    gives: { text: 'Hello' },
  },
  'S15 reasoning under each of its names is no text (R4.11)': {
    body: events(
      delta({ reasoning_content: 'hm', content: null }),
      delta({ reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'abc' }] }),
      hello,
      stop,
    ),
    gives: { text: 'Hello' },
  },
  'S15 reasoning and nothing else is no reply': {
    body: events(delta({ reasoning_content: 'hm' }), stop, '[DONE]'),
    gives: { error: 'empty' },
  },
  'S16 a block of thoughts before the text': {
    body: events(
      delta({ content: '<thi' }),
      delta({ content: 'nk>{"status":"done"}</th' }),
      delta({ content: 'ink>\n\nHello' }),
      stop,
    ),
    gives: { text: 'Hello' },
  },
  'S16 thoughts that were never opened': {
    body: events(delta({ content: 'So the answer {"a":1} is\n</think>\nHello' }), stop),
    gives: { text: 'Hello' },
  },
  'S17 usage within the last chunk of Groq': {
    body: events(
      hello,
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], x_groq: { id: 'r', usage: used } },
      '[DONE]',
    ),
    gives: { text: 'Hello', usage: [9, 3] },
  },
  'S17 usage in every chunk, growing': {
    body: events(
      { choices: [{ index: 0, delta: { content: 'Hel' } }], usage: { prompt_tokens: 9, completion_tokens: 1 } },
      { choices: [{ index: 0, delta: { content: 'lo' }, finish_reason: 'stop' }], usage: used },
    ),
    gives: { text: 'Hello', usage: [9, 3] },
  },
});

describe('R11.3 usage that must be asked for', () => {
  const endpoint = new Endpoint();

  test('S17 usage is asked for, and estimated where none is told', async () => {
    endpoint.answer = () => ({ body: greeting });
    const outcome = await endpoint.ask();
    expect(endpoint.sent[0]?.stream_options).toEqual({ include_usage: true });
    expect(outcome.ok && outcome.reply.usage).toMatchObject({ estimated: true, output: 2 });
  });

  test.each(['Unknown field: stream_options', 'include_usage is only allowed when stream is enabled'])(
    'S17 where that is refused it is not asked for again: %s',
    async (reason) => {
      endpoint.refuses(({ stream_options }) => stream_options !== undefined && reason);
      const model = endpoint.model();
      expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
      expect((await endpoint.ask(sample.request(), model)).ok).toBe(true);
      expect(endpoint.sent.map(({ stream_options }) => stream_options !== undefined)).toEqual([true, false, false]);
    },
  );
});
