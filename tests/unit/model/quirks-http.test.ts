import { describe, expect, test } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { nextTryTime } from '../../../src/task/retry-delay.ts';
import { usual } from '../engine/usual.ts';
import { World } from '../engine/world.ts';
import { Endpoint, greeting, readingCases } from './quirk-bench.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const json = 'application/json';
const said = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
const tooLong = [
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  'the request exceeds the available context size, try increasing it',
  'prompt is too long: 210000 tokens > 200000 maximum',
  'Input is too long for requested model; context length 4096',
];

readingCases('R11.3 how endpoints say no', {
  'H1 too many requests': { status: 429, type: json, body: said('slow down'), gives: { error: 'rate_limit' } },
  'H2 out of credit by status': {
    status: 402,
    type: json,
    body: said('Insufficient credits'),
    gives: { error: 'quota' },
  },
  'H2 out of credit that calls itself too many requests': {
    status: 429,
    type: json,
    body: said('You exceeded your current quota, please check your plan and billing details.', {
      code: 'insufficient_quota',
    }),
    gives: { error: 'quota' },
  },
  'H3 a page for an error': {
    status: 502,
    type: 'text/html',
    body: '<html><head><title>502 Bad Gateway</title></head><body><script>x()</script></body></html>',
    gives: { error: 'server' },
  },
  'H4 a wrong key that may be seen': {
    status: 401,
    type: json,
    body: said('Incorrect API key'),
    gives: { error: 'auth' },
  },
  'H4 a key without rights': { status: 403, type: 'text/plain', body: 'Forbidden', gives: { error: 'auth' } },
  'H5 a model that is not there': {
    status: 404,
    type: json,
    body: said("model 'm1' not found, try pulling it first"),
    gives: { error: 'unknown_model' },
  },
  'H5 a path that is not there': {
    status: 404,
    type: 'text/html',
    body: '<h1>Not Found</h1>',
    gives: { error: 'bad_request' },
  },
  ...Object.fromEntries(
    tooLong.map((message) => [
      `H7 too long: ${message.slice(0, 30)}…`,
      { status: 400, type: json, body: said(message), gives: { error: 'context_length' } },
    ]),
  ),
  'H8 a connection that is reset in the middle': {
    body: events(delta({ content: 'Hel' })),
    then: 'reset',
    gives: { error: 'truncated' },
  },
  'H9 an answer of nothing': {
    body: events(delta({ content: '' }), delta({}, 'stop'), '[DONE]'),
    gives: { error: 'empty' },
  },
  'H9 a completion of nothing': {
    type: json,
    body: '{"choices":[{"message":{"role":"assistant","content":null},"finish_reason":"stop"}]}',
    gives: { error: 'empty' },
  },
});

describe('R11.3 what is made of a no', () => {
  const endpoint = new Endpoint();
  const fault = async (): Promise<ModelError | null> => {
    const outcome = await endpoint.ask();
    return outcome.ok ? null : outcome.error;
  };

  test('H1 how long to wait is read from the words where the header cannot be read, else it grows by chance', async () => {
    endpoint.answer = () => ({ status: 429, type: json, body: said('Rate limit reached. Please try again in 7.5s.') });
    expect(await fault()).toMatchObject({ retry_after_ms: 7500 });
    endpoint.answer = () => ({ status: 429, type: json, body: said('slow down') });
    expect(await fault()).toMatchObject({ retry_after_ms: null });
    const clock = new FakeClock('2026-01-01T00:00:00.000Z');
    const waits = [0, 1, 2, 3, 10].map(
      (tries) => Date.parse(nextTryTime(clock, tries, null)) - Date.parse(clock.now()),
    );
    for (const [at, most] of [1000, 2000, 4000, 8000, 60_000].entries()) {
      expect(waits[at]).toBeLessThanOrEqual(most);
      expect(waits[at]).toBeGreaterThanOrEqual(most / 2);
    }
    expect(nextTryTime(clock, 0, 7500)).toBe('2026-01-01T00:00:07.500Z');
  });

  test('H2 out of credit pauses the plan, with the reason, and is not tried again', async () => {
    const world = new World(() => ({ code: 'quota', detail: 'no', status: 402, retry_after_ms: null }));
    world.submit('Do it');
    await world.untilPhase('paused');
    expect(world.run.pause).toMatchObject({ code: 'endpoint', error: { code: 'quota' } });
    expect(world.model.requests).toHaveLength(1);
  });

  test('H3 a page is never shown as one: at most 300 characters of plain words', async () => {
    const page = `<html><script>x()</script><h1>502</h1>${'<p>gone</p>'.repeat(500)}</html>`;
    endpoint.answer = () => ({ status: 502, type: 'text/html', body: page });
    const { detail } = (await fault())!;
    expect(detail).not.toMatch(/[<>]|x\(\)/);
    expect(detail.length).toBeLessThanOrEqual(300);
  });

  test('H4 a no that the browser hides is `unreachable`, which says what it may be', async () => {
    const hidden: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const model = endpointModel({ profile: sample.profile('https://api.example.org/v1'), key: 'k', fetch: hidden });
    expect(await endpoint.ask(sample.request(), model)).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  });

  test('H6 no header goes out that a fixed list of the server’s may lack', async () => {
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask();
    const own = ['accept', 'authorization', 'content-type'];
    const byFetch =
      /^(host|connection|user-agent|accept-language|sec-fetch-mode|accept-encoding|content-length|cache-control|pragma|transfer-encoding)$/;
    expect(
      Object.keys(endpoint.headers[0]!)
        .filter((name) => !byFetch.test(name))
        .toSorted(),
    ).toEqual(own);
  });

  test('H7 too long a conversation pauses the plan and fails no step: prompts are bounded (R4.9), so a person must look', async () => {
    const world = new World(
      usual(['Read it'], {
        thought: () => ({ code: 'context_length', detail: tooLong[0]!, status: 400, retry_after_ms: null }),
      }),
    );
    world.submit('Read it');
    await world.untilPhase('paused');
    expect(world.run.pause).toMatchObject({ code: 'endpoint', error: { code: 'context_length' } });
    expect(world.statuses()).not.toContain('failed');
  });

  test.each(['truncated', 'empty'] as const)(
    'H8, H9 %s: tried again by itself, three times at most, and then the person is asked',
    async (code) => {
      let tries = 0;
      const failing: ModelError = { code, detail: '', status: null, retry_after_ms: 0 };
      const world = new World(
        usual(['Note it'], {
          thought: () => {
            tries += 1;
            return tries === 1 ? failing : undefined;
          },
        }),
      );
      world.submit('Note it');
      await world.untilPhase('completed');
      expect(world.lines('model_error')).toHaveLength(1);

      const lost = new World(usual(['Note it'], { thought: () => failing }));
      lost.submit('Note it');
      await lost.untilPhase('paused');
      expect(lost.run.pause).toMatchObject({ code: 'endpoint', error: { code } });
      expect(lost.lines('model_error')).toHaveLength(4);
      expect(lost.statuses()).not.toContain('failed');
    },
  );
});
