import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { modelWithReplyCosts } from '../../../src/model/call-cost.ts';
import { Loopback } from '../model/loopback.ts';
import { sample } from '../model/sample.ts';
import { World } from './world.ts';

const { delta, events } = sample;
const profile = sample.profile('https://api.openai.com/v1', { model: 'gpt-5-mini' });
const usage = { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 32_768, total_tokens: 33_768 } };
const reasoned = delta({ reasoning_content: 'Let me think about it once more. ' });
const server = new Loopback();
let address = '';
beforeAll(async () => {
  address = await server.open();
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

/** What the world's model says is what this machine's endpoint sends, at the prices of the provider it stands for. */
const model = modelWithReplyCosts(
  endpointModel({
    profile,
    key: 'k',
    fetch: (url, init) => fetch((url as string).replace(profile.base_url, address), init),
  }),
  profile,
);

async function askedOnce(body: string): Promise<ModelError> {
  server.answer = () => ({ body });
  const outcome = await model.reply(sample.request(), { signal: new AbortController().signal });
  if (outcome.ok) throw new Error('a usable reply');
  return outcome.error;
}

test.each([
  ['that hit its length while it reasoned', events(reasoned, delta({}, 'length'), usage, '[DONE]'), 'empty'],
  ['that is empty', events(delta({ content: '' }, 'stop'), usage, '[DONE]'), 'empty'],
  ['that was filtered', events(delta({}, 'content_filter'), usage, '[DONE]'), 'empty'],
  ['that was cut', events(delta({ content: 'Let' }), usage), 'truncated'],
])('R5.5 a reply %s says what was billed for it', async (_, body, code) => {
  expect(await askedOnce(body)).toMatchObject({
    code,
    usage: { input: 1000, output: 32_768, estimated: false, cost: expect.closeTo(0.0658, 4) as number },
  });
});

test('R5.5 where the endpoint does not say what it billed, what was heard is counted, reasoning too', async () => {
  const long = delta({ reasoning_content: 'so '.repeat(4000) });
  const error = await askedOnce(events(long, delta({}, 'length'), '[DONE]'));
  expect(error.usage).toMatchObject({ estimated: true, cost: expect.any(Number) as number });
  expect(error.usage?.output).toBeGreaterThan(2500);
});

test('R5.5 nothing is counted for a refusal, nor for an answer without any chunk', async () => {
  server.answer = () => ({ status: 500, type: 'application/json', body: '{"error":{"message":"down"}}' });
  const refused = await model.reply(sample.request(), { signal: new AbortController().signal });
  expect(refused).not.toHaveProperty('error.usage');
  expect(await askedOnce(events('[DONE]'))).not.toHaveProperty('usage');
});

test.each([
  ['in the middle of its reply', events(delta({ content: 'word '.repeat(400) })), 500],
  ['before its first words', ': wait\n\n', 0],
])('R5.5 a call that is stopped %s is counted as far as it came', async (_, body, output) => {
  server.answer = () => ({ body, then: 'linger' });
  const stop = new AbortController();
  const stopping = endpointModel({
    profile,
    key: 'k',
    fetch: async (url, init) => {
      const response = await fetch((url as string).replace(profile.base_url, address), init);
      const bytes = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (piece, controller) => {
            controller.enqueue(piece);
            setImmediate(() => stop.abort());
          },
        }),
      );
      return new Response(bytes, response);
    },
  });
  const outcome = await modelWithReplyCosts(stopping, profile).reply(sample.request(), { signal: stop.signal });
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'aborted', usage: { output, estimated: true, cost: expect.any(Number) as number } },
  });
});

test('R5.5 a reasoning model that hits its length again and again is stopped by the spending limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.seen.length = 0;
  server.answer = () => ({ body: events(reasoned, delta({}, 'length'), usage, '[DONE]') });
  const world = new World(
    async (request) => {
      const outcome = await model.reply(request, { signal: new AbortController().signal });
      return outcome.ok ? outcome.reply : outcome.error;
    },
    { spending_limit: 0.1 },
  );
  world.submit('Write the report');
  const run = await world.until((seen) => {
    vi.advanceTimersByTime(20);
    return seen.phase === 'paused';
  }, 'paused');
  expect(run.pause).toEqual({ code: 'spending', limit: 0.1, spent: expect.closeTo(0.1316, 4) as number });
  expect(server.seen).toHaveLength(2);
  expect(world.lines('model_error')).toHaveLength(2);
});
