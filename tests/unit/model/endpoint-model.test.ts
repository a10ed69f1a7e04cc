import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { endpointModel, type EndpointOptions } from '../../../src/model/endpoint/endpoint-model.ts';
import { type Answer, Loopback } from './loopback.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const good = events(delta({ role: 'assistant', content: 'Hel' }), delta({ content: 'lo' }, 'stop'), '[DONE]');
/** More than a busy machine needs; where an answer does not end by itself, its end is waited for. */
const limits = { first: 30_000, idle: 30_000, total: 60_000 };
const tight = { first: 400, idle: 120, total: 2000 };

let server: Loopback;
let baseUrl: string;
beforeEach(async () => {
  server = new Loopback();
  baseUrl = await server.open();
});
afterEach(() => server.close());

function ask(answer: Answer | null, request: ModelRequest = sample.request(), options: Partial<EndpointOptions> = {}) {
  server.answer = () => answer;
  const model = endpointModel({ profile: sample.profile(baseUrl), key: 'secret-key-1', limits, ...options });
  return model.reply(request, { signal: new AbortController().signal });
}

const code = async (outcome: ReturnType<typeof ask>) => {
  const settled = await outcome;
  return settled.ok ? settled.reply.text : settled.error.code;
};

describe('R11.1 the request', () => {
  test('is minimal, streams, and carries no header that a fixed CORS list may lack (H6, P6)', async () => {
    await ask({ body: good });
    const { headers, body, path } = server.seen[0]!;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer secret-key-1');
    expect(Object.keys(headers).filter((name) => /stainless|openai|idempotency/.test(name))).toEqual([]);
    expect(headers['user-agent'] ?? '').not.toMatch(/openai/i);
    expect(body).toEqual({
      model: 'm1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [{ type: 'function', function: { name: 'todo', description: 'To-dos.', parameters: { type: 'object' } } }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('sends calls back as they came, with their unknown keys, and their results (P2, P4, P7)', async () => {
    const extra = { extra_content: { google: { thought_signature: 's' } } };
    await ask(
      { body: good },
      sample.request({
        messages: [
          { role: 'user', text: 'a' },
          { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'todo', arguments: '{}', extra }] },
          { role: 'tool', call: 'c1', text: 'done' },
          { role: 'assistant', text: 'fine', calls: [] },
          { role: 'user', text: 'b' },
        ],
        choice: 'required',
      }),
    );
    expect(server.seen[0]!.body).toMatchObject({
      tool_choice: 'required',
      messages: [
        { role: 'user', content: 'a' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ ...extra, id: 'c1', type: 'function', function: { name: 'todo', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'assistant', content: 'fine' },
        { role: 'user', content: 'b' },
      ],
    });
  });

  test('has no tools and no choice when none are offered, and no key header without a key', async () => {
    await ask({ body: good }, sample.request({ tools: [], choice: 'none' }), { key: null });
    expect(server.seen[0]!.body).not.toHaveProperty('tools');
    expect(server.seen[0]!.body).not.toHaveProperty('tool_choice');
    expect(server.seen[0]!.headers).not.toHaveProperty('authorization');
  });

  test('R10.3 without a key that the provider needs nothing is sent', async () => {
    const outcome = ask({ body: good }, sample.request(), {
      key: null,
      profile: sample.profile(baseUrl, { provider: 'openai' }),
    });
    expect(await code(outcome)).toBe('no_key');
    expect(server.seen).toEqual([]);
  });

  test('R10.3 without the key that the connection was saved with nothing is sent, whoever the provider is', async () => {
    const profile = { ...sample.profile(baseUrl), with_key: true };
    expect(await code(ask({ body: good }, sample.request(), { key: null, profile }))).toBe('no_key');
    expect(server.seen).toEqual([]);
  });

  test('R10.3 a server that asks for a key where none was sent has refused none', async () => {
    const refusal = { status: 401, body: '{"error":{"message":"Missing bearer token"}}' };
    expect(await code(ask(refusal, sample.request(), { key: null }))).toBe('no_key');
    expect(await code(ask(refusal))).toBe('auth');
  });

  test('carries the header that a provider asks of pages', async () => {
    await ask({ body: good }, sample.request(), { profile: sample.profile(baseUrl, { provider: 'anthropic' }) });
    expect(server.seen[0]!.headers['anthropic-dangerous-direct-browser-access']).toBe('true');
  });

  test.each(['', 'not an address', 'ftp://example.org', 'javascript:alert(1)'])(
    'R13.1 goes nowhere when the base URL is %j',
    async (base_url) => {
      let sent = 0;
      const counting: typeof fetch = () => Promise.reject(new TypeError(String((sent += 1))));
      expect(await code(ask(null, sample.request(), { profile: sample.profile(base_url), fetch: counting }))).toBe(
        'unreachable',
      );
      expect(sent).toBe(0);
    },
  );

  test('the base URL may end in a slash or in the whole path', async () => {
    for (const end of ['/', '/chat/completions']) {
      await ask({ body: good }, sample.request(), { profile: sample.profile(` ${baseUrl}${end} `) });
      expect(server.seen.at(-1)!.path).toBe('/v1/chat/completions');
    }
  });

  test('R13.1 a redirect is not followed', async () => {
    const outcome = ask({ status: 307, body: '', headers: { location: `${baseUrl}/elsewhere` } });
    expect(await code(outcome)).toBe('unreachable');
    expect(server.seen).toHaveLength(1);
  });
});

describe('R11.3 parts that an endpoint refuses', () => {
  const refusing = (message: string, still: (body: Record<string, unknown>) => boolean): void => {
    server.answer = ({ body }) =>
      still(body)
        ? { status: 400, type: 'application/json', body: JSON.stringify({ error: { message } }) }
        : { body: good };
  };
  const model = () => endpointModel({ profile: sample.profile(baseUrl), key: 'k', limits });
  const signal = new AbortController().signal;

  test('stream_options are dropped once and for all (S17)', async () => {
    refusing('Unknown parameter: stream_options', (body) => 'stream_options' in body);
    const one = model();
    expect((await one.reply(sample.request(), { signal })).ok).toBe(true);
    expect((await one.reply(sample.request(), { signal })).ok).toBe(true);
    expect(server.seen.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  test('a forced call becomes a free one (F6)', async () => {
    refusing('Thinking mode does not support this tool_choice', (body) => 'tool_choice' in body);
    expect((await model().reply(sample.request({ choice: 'required' }), { signal })).ok).toBe(true);
    expect(server.seen[1]!.body).toHaveProperty('tools');
  });

  test('where a choice of none is refused the tools stay away', async () => {
    refusing('tool_choice: extra inputs are not permitted', (body) => 'tool_choice' in body);
    expect((await model().reply(sample.request({ choice: 'none' }), { signal })).ok).toBe(true);
    expect(server.seen[1]!.body).not.toHaveProperty('tools');
  });

  test('null content becomes empty text (P7), and missing reasoning an empty one (P3)', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'todo', arguments: '{}' }] },
      { role: 'tool', call: 'c1', text: 'done' },
    ];
    const assistant = (body: Record<string, unknown>) => (body.messages as Record<string, unknown>[])[1]!;
    refusing('messages[1].content: expected a string, got null', (body) => assistant(body).content === null);
    expect((await model().reply(sample.request({ messages }), { signal })).ok).toBe(true);
    refusing(
      'Missing `reasoning_content` field in the assistant message',
      (body) => !('reasoning_content' in assistant(body)),
    );
    expect((await model().reply(sample.request({ messages }), { signal })).ok).toBe(true);
  });

  test('once text has been shown nothing is asked again', async () => {
    const late = { error: { code: 400, message: 'tool_choice is not supported' } };
    expect(await code(ask({ body: events(delta({ content: 'Hi' }), late) }))).toBe('bad_request');
    expect(server.seen).toHaveLength(1);
  });

  test('an endpoint that goes on refusing is asked only once more for each part', async () => {
    refusing('stream_options and tool_choice are unknown', () => true);
    expect(await model().reply(sample.request(), { signal })).toMatchObject({
      ok: false,
      error: { code: 'bad_request' },
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('R11.3 the reply', () => {
  test.each([[[1]], [[3, 1, 2]], [[1000]]])(
    'reads any split of the bytes (%j), a BOM, comments and CRLF (S1, S12)',
    async (sizes) => {
      const text = 'Grüße 你好 😀';
      const body = `\uFEFF: hi\r\n\r\n${events(delta({ content: text }), delta({}, 'stop'), '[DONE]').replaceAll('\n', '\r\n')}`;
      const pieces: string[] = [];
      server.answer = () => ({ body, sizes });
      const model = endpointModel({ profile: sample.profile(baseUrl), key: null, limits });
      const outcome = await model.reply(sample.request(), {
        signal: new AbortController().signal,
        onText: (piece) => pieces.push(piece),
      });
      expect(outcome).toMatchObject({ ok: true, reply: { text } });
      expect(pieces.join('')).toBe(text);
    },
  );

  test('tokens are estimated where the endpoint does not count (S17)', async () => {
    const outcome = await ask({ body: good });
    expect(outcome.ok && outcome.reply.usage).toMatchObject({ output: 2, estimated: true });
  });

  test('made-up call ids do not repeat those of the conversation', async () => {
    const body = events(delta({ tool_calls: [{ function: { name: 'todo', arguments: '{}' } }] }, 'stop'));
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '', calls: [{ id: 'call00001', name: 'todo', arguments: '{}' }] },
      { role: 'tool', call: 'call00001', text: 'done' },
    ];
    const outcome = await ask({ body }, sample.request({ messages }));
    expect(outcome.ok && outcome.reply.calls[0]!.id).toBe('call00002');
  });

  test('stops at [DONE] though the socket lingers (S11), and soon after a finish reason (S10)', async () => {
    expect(await code(ask({ body: good, then: 'linger' }))).toBe('Hello');
    const soon = { limits: { ...limits, idle: 100 } };
    const finished = events(delta({ content: 'Hi' }, 'stop'));
    expect(await code(ask({ body: finished, then: 'linger' }, sample.request(), soon))).toBe('Hi');
    expect(await code(ask({ body: events(delta({ content: 'Hi' }, 'stop')), then: 'reset' }))).toBe('Hi');
  });

  test('usage after the finish reason still counts', async () => {
    const body = events(delta({ content: 'Hi' }, 'stop'), {
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    });
    const outcome = await ask({ body, sizes: [40] });
    expect(outcome.ok && outcome.reply.usage).toEqual({ input: 9, output: 1, estimated: false });
  });

  test.each<[string, Answer, string]>([
    ['a cut stream (S9)', { body: events(delta({ content: 'Hi' })) }, 'truncated'],
    ['a reset connection (H8)', { body: events(delta({ content: 'Hi' })), then: 'reset' }, 'truncated'],
    [
      'a stream cut inside an event',
      { body: `${events(delta({ content: 'Hi' }))}data: {"choices":[{"del` },
      'truncated',
    ],
    ['no body at all', { body: '' }, 'truncated'],
    ['[DONE] and nothing else (H9)', { body: events('[DONE]') }, 'empty'],
    [
      'an error event (S8)',
      { body: `${events(delta({ content: 'Hi' }))}event: error\ndata: {"message":"Overloaded"}\n\n` },
      'server',
    ],
    ['an error event of words', { body: 'event: error\ndata: rate limit exceeded\n\n' }, 'rate_limit'],
    [
      'an error in the middle (S6)',
      { body: events(delta({ content: 'Hi' }), { error: { code: 502, message: 'no' } }, '[DONE]') },
      'server',
    ],
    [
      'an error after the finish reason',
      { body: events(delta({ content: 'Hi' }, 'length'), { error: { code: 400, message: 'no' } }) },
      'bad_request',
    ],
    ['broken JSON', { body: events('{"choices":[{', delta({}, 'stop')) }, 'bad_response'],
    ['events that are no JSON', { body: events('ping', delta({ content: 'Hi' }, 'stop'), '[DONE]') }, 'Hi'],
    ['a page in a 200 (S13)', { type: 'text/html', body: '<!doctype html><title>Sign in</title>' }, 'bad_response'],
    ['a page that says it is a stream', { body: '\n<html>Sign in</html>' }, 'bad_response'],
    [
      'a plain completion',
      {
        type: 'application/json',
        body: '\n\n{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}',
        sizes: [5],
      },
      'Hi',
    ],
    ['a plain completion that says it is a stream', { body: '{"choices":[{"message":{"content":"Hi"}}]}' }, 'Hi'],
    ['a stream that says it is JSON', { type: 'application/json', body: good }, 'Hello'],
    [
      'an error object in a 200',
      { type: 'application/json', body: '{"error":{"code":429,"message":"slow"}}' },
      'rate_limit',
    ],
    [
      'a list of errors in a 200',
      { type: 'application/json', body: '[{"error":{"code":503,"message":"no"}}]' },
      'server',
    ],
    ['half a completion', { type: 'application/json', body: '{"choices":[{"mess' }, 'bad_response'],
    ['JSON that is no completion', { type: 'application/json', body: '{"hello":1}' }, 'bad_response'],
    ['an error page', { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }, 'server'],
    ['an endless error page', { status: 500, type: 'text/html', body: 'x'.repeat(200_000), then: 'linger' }, 'server'],
    ['an error page that never ends', { status: 401, body: 'no', then: 'linger' }, 'auth'],
  ])('%s', async (_, answer, expected) => {
    const idle = answer.then === 'linger' ? 100 : limits.idle;
    expect(await code(ask(answer, sample.request(), { limits: { ...limits, idle } }))).toBe(expected);
  });

  test('nobody there is unreachable', async () => {
    await server.close();
    const outcome = await ask(null);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'unreachable', status: null } });
    await server.open();
  });

  test('R13.1 the key stays out of what the endpoint or the browser says', async () => {
    const echoing = await ask({
      status: 400,
      body: JSON.stringify({ error: { message: 'bad header Bearer secret-key-1' } }),
    });
    expect(JSON.stringify(echoing)).not.toContain('secret-key-1');
    const leaking: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch with secret-key-1'));
    const outcome = await ask(null, sample.request(), { fetch: leaking });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'unreachable', detail: 'Failed to fetch with [key]' } });
  });

  test('R13.1 a model that says the key is recorded without it', async () => {
    const call = { index: 0, id: 'c1', function: { name: 'todo', arguments: '{"title":"secret-key-1"}' } };
    const outcome = await ask({
      body: events(delta({ content: 'Yours is sec' }), delta({ content: 'ret-key-1.', tool_calls: [call] }, 'stop')),
    });
    expect(outcome).toMatchObject({ reply: { text: 'Yours is [key].', calls: [{ arguments: '{"title":"[key]"}' }] } });
  });
});

describe('R11.3 patience', () => {
  test('an answer that does not begin is stalled', async () => {
    expect(await code(ask(null, sample.request(), { limits: tight }))).toBe('stalled');
  });

  test('an answer of comments is stalled: they do not count (S1)', async () => {
    const trickle = `${events(delta({ content: 'Hi' }))}${': keep-alive\n\n'.repeat(2000)}`;
    const sizes = [events(delta({ content: 'Hi' })).length, 1];
    expect(await code(ask({ body: trickle, sizes, then: 'linger' }, sample.request(), { limits: tight }))).toBe(
      'stalled',
    );
  });

  /** A call under fake timers; the sockets are real. `told` resolves once the model has told of that many waits. */
  function underFakeTime(answer: Answer | null, options: Partial<EndpointOptions>, told: number) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    server.answer = () => answer;
    const model = endpointModel({ profile: sample.profile(baseUrl), key: null, ...options });
    let [waits, ended] = [0, false];
    const outcome = model
      .reply(sample.request(), { signal: new AbortController().signal, onWait: () => (waits += 1) })
      .finally(() => (ended = true));
    const waiting = async () => {
      while (waits < told) await new Promise((resolve) => setImmediate(resolve));
    };
    return { outcome: code(outcome), waiting: waiting(), hasEnded: () => ended };
  }

  test('silence after the first words is stalled sooner than before them', async () => {
    const options = { limits: { first: 15_000, idle: 50 } };
    const call = underFakeTime({ body: events(delta({ content: 'Hi' })), then: 'linger' }, options, 2);
    await call.waiting;
    await vi.advanceTimersByTimeAsync(50);
    expect(await call.outcome).toBe('stalled');
  });

  test('a first chunk without words leaves the long wait in place', async () => {
    const options = { limits: { first: 300, idle: 20 } };
    const body = events(delta({ role: 'assistant', content: '' }));
    const call = underFakeTime({ body, then: 'linger' }, options, 2);
    await call.waiting;
    await vi.advanceTimersByTimeAsync(299);
    expect(call.hasEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call.outcome).toBe('stalled');
  });

  test('each wait is told as it begins, with its limit; comments and empty payloads of the beginning make it no shorter', async () => {
    const waits: unknown[] = [];
    server.answer = () => ({
      body: `: hi\n\n${events(delta({ role: 'assistant' }), delta({ reasoning: 'hm' }), delta({ content: 'Hi' }), delta({}, 'stop'))}`,
    });
    const model = endpointModel({ profile: sample.profile(baseUrl), key: null, limits });
    await model.reply(sample.request(), {
      signal: new AbortController().signal,
      onWait: (wait) => waits.push(wait),
    });
    const first = { said: false, limit_ms: limits.first };
    const idle = { said: true, limit_ms: limits.idle };
    expect(waits).toEqual([first, first, idle, idle]);
  });

  test('patience for the first words counts from the request on, whenever the headers come', async () => {
    const slowHeaders: typeof fetch = async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return new Response(new ReadableStream());
    };
    const call = underFakeTime(null, { fetch: slowHeaders, limits: { first: 1000 } }, 1);
    await call.waiting;
    await vi.advanceTimersByTimeAsync(999);
    expect(call.hasEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call.outcome).toBe('stalled');
  });

  test('an answer without end is stopped in the end', async () => {
    const endless = events(...Array.from({ length: 5000 }, () => delta({ content: 'x' })));
    expect(await code(ask({ body: endless, sizes: [60] }, sample.request(), { limits: { total: 60 } }))).toBe(
      'stalled',
    );
  });

  test('R8.1 an abort in mid-stream ends the call at once, and the socket with it', async () => {
    const stop = new AbortController();
    server.answer = () => ({ body: events(delta({ content: 'Hi' })), then: 'linger' });
    const model = endpointModel({ profile: sample.profile(baseUrl), key: null });
    const outcome = await model.reply(sample.request(), { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });

  test('an abort ends the call though the browser ignores it', async () => {
    const stop = new AbortController();
    const deaf: typeof fetch = () => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    };
    const model = endpointModel({ profile: sample.profile(baseUrl), key: null, fetch: deaf });
    expect(await model.reply(sample.request(), { signal: stop.signal })).toMatchObject({
      ok: false,
      error: { code: 'aborted' },
    });
  });
});
