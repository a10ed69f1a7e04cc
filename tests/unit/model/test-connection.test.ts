import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallTimeLimits } from '../../../src/model/endpoint/call-timeouts.ts';
import { likelyBaseUrls } from '../../../src/model/connection-test/better-address.ts';
import { nearestModels } from '../../../src/model/connection-test/near-models.ts';
import { providerFactsAt } from '../../../src/model/connection-test/provider-at.ts';
import { providers } from '../../../src/model/providers.ts';
import { knownProviders } from '../../../src/model/connection-test/provider-at.ts';
import { testConnection } from '../../../src/model/connection-test/test-connection.ts';
import type { Profile } from '../../../src/records/profile.ts';
import type { NetworkConditions } from '../../../src/ports/connectivity.ts';
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

const surroundings: NetworkConditions = {
  origin: 'http://localhost:5173',
  secure: true,
  isOnline: () => true,
  localNetwork: () => Promise.resolve(null),
};

interface Setting {
  models?: Answer;
  profile?: Partial<Profile>;
  key?: string | null;
  page?: Partial<NetworkConditions>;
  fetch?: typeof fetch;
  rest?: Answer;
  limits?: CallTimeLimits;
}

function run(chat: (body: Record<string, unknown>) => Answer | null, setting: Setting = {}) {
  const { models = list, profile = {}, key = 'k', page = {}, rest = refusal(404, 'page not found') } = setting;
  server.answer = ({ path, body }) =>
    path === '/v1/models' ? models : path === '/v1/chat/completions' ? chat(body) : rest;
  return testConnection(sample.profile(baseUrl, profile), key, {
    signal: new AbortController().signal,
    surroundings: { ...surroundings, ...page },
    limits: setting.limits ?? { first: 10_000, idle: 10_000, total: 20_000 },
    ...(setting.fetch && { fetch: setting.fetch }),
  });
}

/** What a browser does with an answer that has no CORS headers, and with a preflight that is refused. */
function asBrowser(readable: (url: URL, init: RequestInit) => boolean): typeof fetch {
  return async (input, init = {}) => {
    const answer = await fetch(input, { ...init, mode: 'cors' });
    if (init.mode !== 'no-cors' && !readable(new URL(input as string), init)) throw new TypeError('Failed to fetch');
    return answer;
  };
}

const failing = (code: string, more: object = {}) => ({ ok: false, cause: { code, ...more } });

describe('R11.2 the connection test finds that it works', () => {
  test('with tools and streaming, and lists the models', async () => {
    expect(await run(() => ({ body: called }))).toEqual({
      ok: true,
      models: ['m1', 'm2'],
      tools: true,
      streaming: true,
    });
  });

  test.each([
    ['a bare list', JSON.stringify([{ id: 'm1' }]), ['m1']],
    ['a list under another name', JSON.stringify({ models: [{ name: 'm1' }, { odd: 1 }] }), ['m1']],
    ['something else', '"no"', []],
    ['a page', '<html>', []],
  ])('with models given as %s', async (_, body, models) => {
    expect(await run(() => ({ body: called }), { models: { body } })).toMatchObject({ ok: true, models });
  });

  test('without a list of models', async () => {
    const outcome = await run(() => ({ body: called }), { models: refusal(404, 'not found') });
    expect(outcome).toMatchObject({ ok: true, models: [], tools: true });
  });

  test('with a model that talks but does not use tools', async () => {
    expect(await run(() => ({ body: talked }))).toMatchObject({ ok: true, tools: false });
  });

  test.each([
    refusal(400, 'm1 does not support tools'),
    refusal(404, 'No endpoints found that support tool use.'),
    { body: events(delta({}, 'stop')) },
  ])('with an endpoint that refuses tools', async (answer) => {
    expect(await run((body) => ('tools' in body ? answer : { body: talked }))).toMatchObject({
      ok: true,
      tools: false,
      streaming: true,
    });
  });

  const responded = events({
    type: 'response.completed',
    response: {
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'a', name: 'ready', arguments: '{}' }],
    },
  });
  const refusesThought = ({ reasoning_effort }: Record<string, unknown>) =>
    reasoning_effort === 'none'
      ? { body: called }
      : refusal(400, "Function tools with reasoning_effort are not supported: set reasoning_effort to 'none'.");

  test('with the API that the server has in place of chat completions', async () => {
    const found = await run(() => refusal(404, 'Not Found'), { rest: { body: responded } });
    expect(found).toMatchObject({ ok: true, tools: true, api: 'responses' });
  });

  test('with the API by which a model may think, where chat completions forbid it beside tools', async () => {
    expect(await run(refusesThought, { rest: { body: responded } })).toMatchObject({ ok: true, api: 'responses' });
    const only = await run(refusesThought);
    expect(only).toMatchObject({ ok: true, tools: true });
    expect(only).not.toHaveProperty('api');
  });

  test('and never another API than the person chose, or where chat completions serve', async () => {
    const chosen = await run(refusesThought, { rest: { body: responded }, profile: { api: 'chat' } });
    expect(chosen).not.toHaveProperty('api');
    expect(await run(() => ({ body: called }), { rest: { body: responded } })).not.toHaveProperty('api');
  });

  test('with an endpoint that does not stream', async () => {
    const message = { role: 'assistant', content: 'Ready.' };
    const body = `\n ${JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })}`;
    expect(await run(() => ({ type: 'application/json', body, sizes: [1] }))).toMatchObject({
      ok: true,
      streaming: false,
    });
  });
});

describe('R11.2 the connection test tells apart what it can read', () => {
  test('a wrong key, and whose it looks like', async () => {
    expect(await run(() => refusal(401, 'Incorrect API key'))).toMatchObject(failing('wrong_key', { other: null }));
    expect(await run(() => refusal(403, 'no'), { key: 'sk-ant-api03-1' })).toMatchObject(
      failing('wrong_key', { other: 'Anthropic', better: null }),
    );
  });

  test('a missing key, before anything is sent where the provider is known to need one', async () => {
    const outcome = await run(() => ({ body: called }), { profile: { provider: 'openai' }, key: null });
    expect(outcome).toMatchObject(failing('key_missing'));
    expect(server.seen).toEqual([]);
    expect(await run(() => refusal(401, 'Unauthorized'), { key: null })).toMatchObject(failing('key_missing'));
  });

  test.each(['Bearer sk-1', 'sk-1\n2', 'sk-密钥', ' sk-1', 'sk\u200b-1'])(
    'a key that no server can have given out: %j',
    async (key) => {
      expect(await run(() => ({ body: called }), { key })).toMatchObject(failing('key_odd'));
      expect(server.seen).toEqual([]);
    },
  );

  test('an unknown model, with those that there are and the one that was meant', async () => {
    const outcome = await run(() => refusal(404, 'The model `m11` does not exist'), { profile: { model: 'm11' } });
    expect(outcome).toMatchObject({
      ...failing('unknown_model', { nearest: 'm1' }),
      models: ['m1', 'm2'],
      near: ['m1', 'm2'],
      detail: 'The model `m11` does not exist',
    });
    const bare = await run(() => refusal(404, 'Not Found'), { profile: { model: 'm9' } });
    expect(bare).toMatchObject(failing('unknown_model'));
  });

  test('a model that is not named yet', async () => {
    expect(await run(() => ({ body: called }), { profile: { model: '' } })).toMatchObject({
      ...failing('model_missing'),
      near: ['m1', 'm2'],
    });
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/models']);
  });

  test.each([
    'This is not a chat model and thus not supported in the v1/chat/completions endpoint.',
    '"m1" does not support chat',
    'm1 does not support generate',
  ])('a model that is not for chat: %s', async (message) => {
    expect(await run(() => refusal(400, message))).toMatchObject(failing('not_chat_model'));
    expect(await run(() => refusal(404, message))).toMatchObject(failing('not_chat_model'));
  });

  test.each([
    [refusal(429, 'Please try again in 2.5s'), 'rate_limit', { wait_ms: 2500 }],
    [refusal(429, 'slow down'), 'rate_limit', { wait_ms: null }],
    [refusal(402, 'pay'), 'quota', {}],
    [refusal(429, 'You exceeded your current quota, please check your plan and billing details.'), 'quota', {}],
    [refusal(500, 'boom'), 'server', { status: 500 }],
    [refusal(503, 'Loading model'), 'loading', {}],
    [refusal(400, 'bad region'), 'refused', { status: 400 }],
    [refusal(400, 'This model’s maximum context length is 20 tokens'), 'context_length', {}],
    [{ status: 413, type: 'text/html', body: '<html>Request Entity Too Large</html>' }, 'refused', { status: 413 }],
    [{ type: 'application/json', body: '{"hello":"world"}' }, 'not_a_model', { better: null }],
    [{ type: 'text/html', body: '<!doctype html><title>Sign in</title>' }, 'web_page', { better: null }],
    [{ status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }, 'server', { status: 502 }],
    [{ status: 403, type: 'text/html', body: '<html>Blocked</html>' }, 'refused', { status: 403 }],
    [{ body: events(delta({ content: 'Re' })) }, 'truncated', {}],
    [{ body: events(delta({}, 'stop')) }, 'empty', {}],
    [refusal(404, 'no such route'), 'no_chat', {}],
  ] as [Answer, string, object][])('case %#: %j', async (answer, code, more) => {
    expect(await run(() => answer)).toMatchObject({ ...failing(code, more), alike: [] });
  });

  test('a model that does not answer, and a server that does not', async () => {
    const limits = { first: 50, idle: 50, total: 100 };
    expect(await run(() => null, { limits })).toMatchObject(failing('slow'));
    const stop = new AbortController();
    let asked = 0;
    /** The question for the models has no short limit: the test ends the wait for it. */
    const silence: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        if ((asked += 1) > 1) setImmediate(() => stop.abort());
        const end = () => reject(new DOMException('', 'AbortError'));
        init?.signal?.addEventListener('abort', end, { once: true });
        if (init?.signal?.aborted) end();
      });
    const outcome = testConnection(sample.profile(baseUrl), 'k', {
      signal: stop.signal,
      surroundings,
      limits,
      fetch: silence,
    });
    expect(await outcome).toMatchObject(failing('silent'));
  });

  test('a wrong path, and the right one', async () => {
    const wrong = await run(() => ({ body: called }), { profile: { base_url: baseUrl.replace('/v1', '/api') } });
    expect(wrong).toMatchObject(failing('wrong_path', { better: baseUrl }));
    const none = await run(() => refusal(404, 'x'), { models: refusal(404, 'page not found') });
    expect(none).toMatchObject(failing('wrong_path', { better: null }));
  });

  test('a wrong path at a server that says so with status 200, as LM Studio does', async () => {
    const body = JSON.stringify({ error: 'Unexpected endpoint or method. (POST /chat/completions)' });
    const wrong = await run(() => ({ body }), { models: { body } });
    expect(wrong).toMatchObject(failing('wrong_path', { better: null }));
  });

  test('an abort', async () => {
    const options = { signal: AbortSignal.abort(), surroundings };
    expect(await testConnection(sample.profile(baseUrl), 'k', options)).toMatchObject(failing('stopped'));
  });
});

describe('R11.2 the connection test looks behind an error without a reason', () => {
  const nothing = () => false;

  test('nobody there', async () => {
    await server.close();
    expect(await run(() => ({ body: called }))).toMatchObject({ ...failing('nobody'), alike: [] });
    await server.open();
  });

  test('no CORS headers, where a key may be the reason and where it cannot', async () => {
    const chat = () => refusal(401, 'no');
    expect(await run(chat, { fetch: asBrowser(nothing) })).toMatchObject({
      ...failing('no_cors'),
      alike: ['no_cors', 'key_hidden'],
      page: 'http://localhost:5173',
    });
    const ollama = { profile: { provider: 'ollama' }, key: null, fetch: asBrowser(nothing) };
    expect(await run(chat, ollama)).toMatchObject({ ...failing('no_cors'), alike: [], server: 'ollama' });
  });

  test('a wrong key that the list of models tells of', async () => {
    const outcome = await run(() => refusal(401, 'no'), {
      models: refusal(401, 'no'),
      fetch: asBrowser((url) => url.pathname.endsWith('/models')),
    });
    expect(outcome).toMatchObject({ ...failing('wrong_key'), alike: [] });
  });

  test.each([
    ['authorization', ['header_refused', 'key_hidden']],
    ['content-type', []],
  ])('a preflight that refuses %s', async (header, alike) => {
    const simple = (init: RequestInit) => new Headers(init.headers).get('content-type') === 'text/plain';
    const fetch = asBrowser((_, init) => simple(init) || !new Headers(init.headers).has(header));
    expect(await run(() => refusal(400, 'x'), { fetch })).toMatchObject({
      ...failing('header_refused', { header }),
      alike,
    });
  });

  test('the key goes to the base URL and nowhere else, redirects included', async () => {
    const other = new Loopback();
    const otherUrl = await other.open();
    other.answer = () => list;
    const redirect: Answer = { status: 307, body: '', headers: { location: `${otherUrl}/models` } };
    const outcome = await run(() => redirect, { key: 'secret-key-1', models: redirect, fetch: asBrowser(() => true) });
    expect(outcome).toMatchObject(failing('redirect', { better: otherUrl }));
    expect(other.seen.filter(({ headers }) => headers.authorization)).toEqual([]);
    await other.close();
  });
});

describe('R11.2 what the browser itself forbids', () => {
  const unreachable: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const at = (base_url: string, page: Partial<NetworkConditions>, key: string | null = null) =>
    run(() => null, { profile: { base_url }, page, key, fetch: unreachable });
  const https = { origin: 'https://cairn.example' };
  const asked: ('loopback' | 'local')[] = [];
  const permission = (state: 'granted' | 'prompt' | 'denied' | null) => ({
    ...https,
    localNetwork: (target: 'loopback' | 'local') => {
      asked.push(target);
      return Promise.resolve(state);
    },
  });

  test('a device without a network, unless the model is on it', async () => {
    const page = { isOnline: () => false };
    expect(await at('https://model.example/v1', page)).toMatchObject(failing('offline'));
    expect(await at('http://127.0.0.1:8009/v1', page)).toMatchObject(failing('nobody'));
  });

  test.each(['5060', '6000', '6667'])('the port %s, which browsers refuse, whatever else is the case', async (port) => {
    for (const address of [`http://localhost:${port}/v1`, `https://model.example:${port}/v1`])
      expect(await at(address, { isOnline: () => false })).toMatchObject({
        ...failing('barred_port', { port }),
        alike: [],
      });
  });

  test.each([
    ['http://model.example/v1', 'mixed_content'],
    ['http://192.168.1.5:11434/v1', 'mixed_content'],
    ['http://localhost:11434/v1', 'nobody'],
    ['http://127.0.0.1:11434/v1', 'nobody'],
    ['https://model.example/v1', 'nobody'],
  ])('an https page and %s', async (address, code) => {
    expect(await at(address, permission(null))).toMatchObject(failing(code));
  });

  test.each(['prompt', 'denied'] as const)('a permission for the local network that is %s', async (state) => {
    asked.length = 0;
    const found = { ...failing('local_network', { state }), alike: ['local_network', 'nobody'] };
    expect(await at('http://localhost:11434/v1', permission(state))).toMatchObject(found);
    expect(await at('http://192.168.1.5:11434/v1', permission(state))).toMatchObject(found);
    expect(asked).toEqual(['loopback', 'local']);
    expect(await at('http://localhost:11434/v1', permission('granted'))).toMatchObject(failing('nobody'));
    expect(await at('https://model.example/v1', permission(state))).toMatchObject(failing('nobody'));
  });

  test('a page that came by http from another machine', async () => {
    const page = { origin: 'http://192.168.1.7:8080', secure: false };
    expect(await at('http://localhost:11434/v1', page)).toMatchObject({
      ...failing('page_insecure'),
      alike: ['page_insecure', 'nobody'],
    });
  });

  test('a browser without the permission, which may take http on this machine for mixed content', async () => {
    const address = 'http://localhost:11434/v1';
    expect(await at(address, permission(null))).toMatchObject({ alike: ['nobody', 'mixed_content'] });
    expect(await at(address, permission('granted'))).toMatchObject({ alike: [] });
  });

  test('an https address that nobody answers at', async () => {
    expect(await at('https://model.example/v1', https, 'k')).toMatchObject({
      ...failing('nobody'),
      alike: ['nobody', 'blocked', 'certificate'],
    });
  });
});

describe('R11.2 what may have been meant', () => {
  test.each([
    ['http://h:1', ['/v1', '/api/v1', '/openai/v1']],
    ['http://h:1/v1/models', ['/v1', '/api/v1', '/openai/v1']],
    ['http://h:1/api', ['/api/v1', '/v1', '/openai/v1']],
    ['http://h:1/v2', ['/v1', '/api/v1', '/openai/v1']],
    ['http://h:1/v1/v1', ['/v1', '/api/v1', '/openai/v1']],
    ['http://h:1/api/generate', ['/v1', '/api/v1', '/openai/v1']],
  ])('by the base URL %s', (base, paths) => {
    expect(likelyBaseUrls(base)).toEqual(paths.map((path) => `http://h:1${path}`));
  });

  test('by the name of a model: eight at most, none that is not for chat', () => {
    const models = ['gemma-3', 'nomic-embed-text', 'phi-4', 'qwen2.5-coder-32b', 'qwen3-8b', 'whisper-1'];
    expect(nearestModels('qwen-coder', models)).toEqual(['qwen2.5-coder-32b', 'qwen3-8b', 'gemma-3', 'phi-4']);
    expect(nearestModels('phi4', models)[0]).toBe('phi-4');
    expect(
      nearestModels(
        '',
        Array.from({ length: 20 }, (_, at) => `m${String(at)}`),
      ),
    ).toHaveLength(8);
  });

  test.each([
    ['custom', 'http://localhost:11434/v1', 'ollama'],
    ['custom', 'http://localhost:1234/v1', 'lmstudio'],
    ['custom', 'http://localhost:9000/v1', 'custom'],
    ['custom', 'https://api.openai.com/v1', 'hosted'],
    ['custom', 'https://api.moonshot.ai/v1', 'hosted'],
    ['custom', 'https://api.cerebras.ai/v1', 'hosted'],
    ['openai', 'https://proxy.example/v1', 'custom'],
    ['vllm', 'http://gpu.local:9000/v1', 'vllm'],
  ])('by the provider %s at %s', (provider, base_url, kind) => {
    expect(providerFactsAt(sample.profile(base_url, { provider })).server).toBe(kind);
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

  test('a key is known by its beginning where no other provider begins keys like it', () => {
    const starts = knownProviders.flatMap(({ keyPrefix }) => keyPrefix ?? []);
    for (const start of starts) expect(starts.filter((other) => other.startsWith(start))).toEqual([start]);
  });

  test('a provider with two regions names the other one, whose keys need the other address', async () => {
    const unauthorized: typeof fetch = () => Promise.resolve(new Response('{}', { status: 401 }));
    for (const { id, baseUrl: address, otherRegion = '' } of knownProviders.filter(({ otherRegion: other }) => other))
      for (const [here, there] of [
        [address, otherRegion],
        [otherRegion, address],
      ] as const)
        expect(await run(() => null, { profile: { provider: id, base_url: here }, fetch: unauthorized })).toMatchObject(
          failing('wrong_key', { better: there }),
        );
  });
});
