import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { providers } from '../../src/llm/providers.ts';
import { testConnection } from '../../src/llm/test-connection.ts';
import { models as words } from '../../src/text/models.ts';
import { type Answer, Loopback } from './loopback.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const called = events(
  delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'ready', arguments: '{}' } }] }, 'tool_calls'),
  '[DONE]',
);
const talked = events(delta({ content: 'Ready.' }, 'stop'), '[DONE]');
const list = {
  type: 'application/json',
  body: JSON.stringify({ object: 'list', data: [{ id: 'm2' }, { id: 'm1' }, { id: 'm2' }] }),
};
const refusal = (status: number, message: string): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ error: { message } }),
});

let server: Loopback;
let baseUrl: string;
beforeEach(async () => {
  server = new Loopback();
  baseUrl = await server.open();
});
afterEach(() => server.close());

function run(
  chat: (body: Record<string, unknown>) => Answer,
  models: Answer = list,
  provider = 'custom',
  key: string | null = 'k',
) {
  server.answer = ({ path, body }) => (path === '/v1/models' ? models : chat(body));
  return testConnection(sample.profile(baseUrl, { provider }), key, { signal: new AbortController().signal });
}

describe('R11.2 the connection test tells apart', () => {
  test('a good connection, and lists its models', async () => {
    expect(await run(() => ({ body: called }))).toEqual({ ok: true, models: ['m1', 'm2'], tools: true });
  });

  test.each([
    ['a bare list', JSON.stringify([{ id: 'm1' }]), ['m1']],
    ['a list under another name', JSON.stringify({ models: [{ name: 'm1' }, { odd: 1 }] }), ['m1']],
    ['something else', '"no"', []],
    ['a page', '<html>', []],
  ])('models given as %s', async (_, body, models) => {
    expect(await run(() => ({ body: called }), { body })).toMatchObject({ ok: true, models });
  });

  test('an endpoint without a list of models', async () => {
    expect(await run(() => ({ body: called }), refusal(404, 'not found'))).toMatchObject({
      ok: true,
      models: [],
      tools: true,
    });
  });

  test('a model that talks but does not use tools', async () => {
    expect(await run(() => ({ body: talked }))).toMatchObject({ ok: true, tools: false });
  });

  test.each([
    refusal(400, 'm1 does not support tools'),
    refusal(404, 'No endpoints found that support tool use.'),
    { body: events(delta({}, 'stop')) },
  ])('an endpoint that refuses tools', async (answer) => {
    expect(await run((body) => ('tools' in body ? answer : { body: talked }))).toMatchObject({
      ok: true,
      tools: false,
    });
  });

  test('a wrong key', async () => {
    expect(await run(() => refusal(401, 'Incorrect API key'))).toMatchObject({ ok: false, error: { code: 'auth' } });
  });

  test('an unknown model, with those that there are', async () => {
    const outcome = await run(() => refusal(404, 'The model `m9` does not exist'));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'unknown_model' }, models: ['m1', 'm2'] });
  });

  test('a rate limit, and an empty account', async () => {
    expect(await run(() => refusal(429, 'slow down'))).toMatchObject({ ok: false, error: { code: 'rate_limit' } });
    expect(await run(() => refusal(402, 'pay'))).toMatchObject({ ok: false, error: { code: 'quota' } });
  });

  test('a wrong path', async () => {
    expect(await run(() => refusal(404, 'page not found'), refusal(404, 'page not found'))).toMatchObject({
      ok: false,
      error: { code: 'bad_request', status: 404 },
    });
  });

  test('nobody there, or CORS', async () => {
    await server.close();
    expect(await run(() => ({ body: called }))).toMatchObject({ ok: false, error: { code: 'unreachable' } });
    await server.open();
  });

  test('a missing key, before anything is sent', async () => {
    expect(await run(() => ({ body: called }), list, 'openai', null)).toMatchObject({
      ok: false,
      error: { code: 'no_key' },
    });
    expect(server.seen).toEqual([]);
  });

  test('an abort', async () => {
    const outcome = testConnection(sample.profile(baseUrl), 'k', { signal: AbortSignal.abort() });
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});

describe('R11.1 presets', () => {
  test('sixteen of them, each with an address, and a key page where a key is needed', () => {
    expect(providers.map(({ id }) => id)).toEqual([
      ...[
        'openai',
        'anthropic',
        'gemini',
        'openrouter',
        'deepseek',
        'qwen',
        'moonshot',
        'zhipu',
        'mistral',
        'groq',
        'xai',
      ],
      ...['ollama', 'lmstudio', 'llamacpp', 'vllm', 'custom'],
    ]);
    for (const { id, baseUrl: address, keyPage, needsKey, models } of providers) {
      expect(URL.canParse(address)).toBe(id !== 'custom');
      expect(address).not.toMatch(/\/$/);
      expect(URL.canParse(keyPage)).toBe(needsKey);
      if (needsKey) expect(models.length).toBeGreaterThan(0);
    }
  });

  test('R14.5 every note and every fault has words in both languages, with the same placeholders', () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    expect(Object.keys(words.zh)).toEqual(Object.keys(words.en));
    for (const key of Object.keys(words.en) as (keyof typeof words.en)[])
      expect(placeholders(words.zh[key])).toEqual(placeholders(words.en[key]));
    for (const { cors } of providers) expect(words.en).toHaveProperty([cors]);
  });
});
