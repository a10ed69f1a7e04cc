import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import type { RefusablePart } from '../../../src/model/endpoint/refusable.ts';
import type { Profile } from '../../../src/records/profile.ts';
import type { PendingReply } from '../../../src/task/model-reply.ts';
import { type BackgroundHabits, BackgroundServer, said } from './background-server.ts';
import { Loopback } from './loopback.ts';
import { sample } from './sample.ts';

const loopback = new Loopback();
let baseUrl = '';
beforeAll(async () => {
  baseUrl = await loopback.open();
});
afterAll(() => loopback.close());

const key = 'sk-of-the-test';
const source = (url = baseUrl) => JSON.stringify(['responses', url, 'm1']);

interface Asking {
  profile?: Partial<Profile>;
  pending?: PendingReply | null;
  limits?: { first?: number };
  fetch?: typeof fetch;
  signal?: AbortSignal;
  onPending?: ((pending: PendingReply | null) => void) | null;
  onText?: (piece: string) => void;
}

function modelWith({ profile = {}, limits = {}, fetch }: Asking, found: RefusablePart[][] = []) {
  return endpointModel({
    profile: sample.profile(baseUrl, { api: 'responses', background: true, ...profile }),
    ...{ key, limits: { first: 30_000, idle: 30_000, again: 0, ...limits } },
    ...(fetch && { fetch }),
    onRefused: (parts) => found.push(parts),
  });
}

/** A fetch that the server answers in memory. */
function fetchOf(server: BackgroundServer): typeof fetch {
  return async (url, { method = 'GET', body = null } = {}) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url);
    const asked = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
    const answer = server.answer({ method, path: pathname + search, headers: {}, body: asked });
    let sent = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!sent) controller.enqueue(Buffer.from(answer.body));
        else if (answer.then === 'reset') controller.error(new TypeError('cut'));
        else if (answer.then !== 'linger') controller.close();
        sent = true;
      },
    });
    return new Response(stream, { status: answer.status ?? 200 });
  };
}

/** Asks once, of a server with these habits. */
async function ask(habits: BackgroundHabits, asking: Asking = {}) {
  const server = new BackgroundServer(habits);
  loopback.answer = server.answer;
  loopback.seen.splice(0);
  const places: (string | null)[] = [];
  let text = '';
  const { signal = new AbortController().signal, pending = null, onPending, onText } = asking;
  const outcome = await modelWith(asking).reply(sample.request(), {
    ...{ signal, pending },
    onText: (piece) => {
      text += piece;
      onText?.(piece);
    },
    ...(onPending !== null && {
      onPending: (place) => {
        places.push(place?.id ?? null);
        onPending?.(place);
      },
    }),
  });
  return { outcome, places, text, posts: server.posts, asked: server.asked };
}

const whole = {
  ok: true,
  reply: { text: said, finish: 'calls', calls: [{ name: 'todo', arguments: '{"action":"list"}' }] },
};

describe('R11.3, R12.1 a reply in background mode', () => {
  test('is stored at the vendor and read in one stream where nothing is cut', async () => {
    const { outcome, places, asked } = await ask({});
    expect(outcome).toMatchObject(whole);
    expect(loopback.seen[0]?.body).toMatchObject({ background: true, store: true, stream: true });
    expect([places, asked]).toEqual([['resp_1'], []]);
  });

  test('is used only where the person switched it on, and where somebody can pick the reply up', async () => {
    for (const asking of [{ profile: { background: false } }, { onPending: null }]) {
      const { outcome } = await ask({}, asking);
      expect(loopback.seen.map(({ body }) => [body.background, body.store])).toEqual([[undefined, false]]);
      expect(outcome).toMatchObject({ ok: false, error: { detail: 'Only background responses here.' } });
    }
    expect(modelWith({ profile: { background: false } })).not.toHaveProperty('cancel');
  });

  test('tells where it is kept before it passes on any of its text', async () => {
    const order: string[] = [];
    await ask({}, { onPending: () => order.push('kept'), onText: () => order.push('text') });
    expect(order.slice(0, 2)).toEqual(['kept', 'text']);
  });

  test('goes on after each cut from the last event, with one request, and each word once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }), async (cuts) => {
        const { outcome, text, posts, asked } = await ask({ cuts });
        expect(outcome).toMatchObject(whole);
        expect([text, posts]).toEqual([said, 1]);
        const after = asked.map((query) => Number(/^stream=true&starting_after=(\d+)$/.exec(query)?.[1]));
        expect(after).toEqual(after.toSorted((one, other) => one - other));
        expect(after.every((number) => number >= 0)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('is read once where the endpoint sends everything again, or counts nothing', async () => {
    for (const habits of [{ repeatsAll: true }, { unnumbered: true }, { refusesStream: 400 }, { refusesStream: 501 }]) {
      const { outcome, text, posts } = await ask({ ...habits, cuts: [7, 8, 9] });
      expect([outcome, text, posts], JSON.stringify(habits)).toMatchObject([whole, said, 1]);
    }
  });

  test('is picked up after a reload from its beginning, without a request for a new one', async () => {
    const first = await ask({ cuts: [7, 100] });
    const server = new BackgroundServer({});
    server.answer({
      method: 'POST',
      path: '/v1/responses',
      headers: {},
      body: { background: true, store: true, stream: true },
    });
    loopback.answer = server.answer;
    let text = '';
    const outcome = await modelWith({}).reply(sample.request(), {
      ...{ signal: new AbortController().signal, pending: { id: 'resp_1', from: source() } },
      onText: (piece) => (text += piece),
      onPending: () => undefined,
    });
    expect(first.outcome).toMatchObject(whole);
    expect([outcome, text, server.posts, server.asked]).toMatchObject([whole, said, 1, ['stream=true']]);
  });

  test('survives passing errors of the endpoint', async () => {
    const { outcome, posts, places } = await ask({ cuts: [6, 100], stumbles: [503, 429] });
    expect([outcome, posts, places]).toMatchObject([whole, 1, ['resp_1']]);
  });

  test('stays to be picked up where the endpoint cannot be reached for long, and is not billed twice', async () => {
    const { outcome, posts, places } = await ask({ cuts: [6, 100], stumbles: Array.from({ length: 20 }, () => 503) });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'server' } });
    expect([outcome.ok || outcome.error.usage, posts, places]).toEqual([undefined, 1, ['resp_1']]);
  });

  test('stays to be picked up where the key was withdrawn meanwhile', async () => {
    const { outcome, places } = await ask({ cuts: [6, 100], stumbles: [401] });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'auth' } });
    expect(places).toEqual(['resp_1']);
  });

  test.each([
    ['failed', { ok: false, error: { code: 'server', detail: 'The model failed.' } }],
    ['cancelled', { ok: false, error: { code: 'truncated' } }],
    ['incomplete', { ok: true, reply: { text: said, finish: 'length' } }],
  ] as const)('that is %s ends the call, cut or not', async (ending, expected) => {
    for (const cuts of [[100], [3, 4, 100]]) {
      const { outcome, posts, places } = await ask({ endings: [ending], cuts });
      expect(outcome).toMatchObject(expected);
      expect([posts, places]).toEqual([1, ending === 'incomplete' ? ['resp_1'] : ['resp_1', null]]);
    }
  });

  test('that stays in the queue is cancelled after the time for first words, cut or not, and the next call asks anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const cuts of [[100], [1], [2, 0]]) {
        const server = new BackgroundServer({ queued: true, cuts });
        const places: (string | null)[] = [];
        const model = modelWith({ limits: { first: 600_000 }, fetch: fetchOf(server) });
        const reply = model.reply(sample.request(), {
          signal: new AbortController().signal,
          onPending: (place) => places.push(place?.id ?? null),
        });
        while (server.posts === 0) await new Promise((resolve) => setImmediate(resolve));
        for (let second = 0; second <= 600; second += 1) await vi.advanceTimersByTimeAsync(1000);
        expect(await reply, String(cuts)).toMatchObject({ ok: false, error: { code: 'stalled' } });
        expect([server.posts, places, server.asked.at(-1)]).toEqual([1, ['resp_1', null], 'cancel']);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('that the endpoint no longer has is asked for anew by the same call', async () => {
    const { outcome, posts, places, asked } = await ask({}, { pending: { id: 'resp_9', from: source() } });
    expect([outcome, posts, places, asked]).toMatchObject([whole, 1, [null, 'resp_1'], ['stream=true']]);
  });

  test('that the endpoint does not keep after all ends this call as a cut, and the next one asks', async () => {
    const { outcome, posts, places } = await ask({ forgets: true, cuts: [6] });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'truncated' } });
    expect([posts, places]).toEqual([1, ['resp_1', null]]);
  });

  test('is left running by an abort, and cancelled only when that is asked for', async () => {
    const stop = new AbortController();
    const { outcome, places, asked } = await ask(
      { endings: ['never'] },
      { signal: stop.signal, onText: () => stop.abort() },
    );
    expect([outcome, places, asked]).toMatchObject([{ ok: false, error: { code: 'aborted' } }, ['resp_1'], []]);
    await modelWith({}).cancel?.({ id: 'resp_1', from: source() });
    expect(loopback.seen.at(-1)).toMatchObject({ method: 'POST', path: '/v1/responses/resp_1/cancel' });
  });

  test('of another address, model or API is neither read nor cancelled', async () => {
    const strange = { id: 'resp_9', from: source('https://elsewhere.example/v1') };
    const { places, asked } = await ask({}, { pending: strange });
    expect([places, asked]).toEqual([['resp_1'], []]);
    await modelWith({}).cancel?.(strange);
    expect(loopback.seen).toHaveLength(1);
  });

  test.each(['../models', 'a/b', 'a?b=c', 'a#b', '', '%2e%2e', key, 'x'.repeat(300)])(
    'with the id “%s” is not kept: neither a path nor a key goes into an address',
    async (id) => {
      const { places, asked, posts } = await ask({ id: () => id, cuts: [6] });
      expect([places, asked, posts]).toEqual([[], [], 1]);
      const { places: later } = await ask({}, { pending: { id, from: source() } });
      if (id !== key) expect(later).toEqual(['resp_1']);
    },
  );

  test('goes with the query of the address and the key in its header only', async () => {
    const server = new BackgroundServer({ cuts: [6, 100] });
    loopback.answer = (seen) => server.answer({ ...seen, path: seen.path.replace(/[?&]api-version=2/, '') });
    loopback.seen.splice(0);
    const model = endpointModel({
      profile: sample.profile(`${baseUrl}?api-version=2`, { api: 'responses', background: true }),
      ...{ key, limits: { first: 30_000, idle: 30_000, again: 0 } },
    });
    await model.reply(sample.request(), { signal: new AbortController().signal, onPending: () => undefined });
    expect(loopback.seen.map(({ path }) => path)).toEqual([
      '/v1/responses?api-version=2',
      '/v1/responses/resp_1?stream=true&starting_after=5&api-version=2',
    ]);
    expect(loopback.seen.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  });

  test('is asked for without background mode where the endpoint refuses that, and this is remembered', async () => {
    const found: RefusablePart[][] = [];
    loopback.seen.splice(0);
    loopback.answer = ({ body }) =>
      body.background
        ? { status: 400, type: 'application/json', body: '{"error":{"message":"Unknown parameter: \'background\'."}}' }
        : {
            type: 'application/json',
            body: JSON.stringify({
              object: 'response',
              status: 'completed',
              output: [{ type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] }],
            }),
          };
    const outcome = await modelWith({}, found).reply(sample.request(), {
      ...{ signal: new AbortController().signal, onPending: () => undefined },
    });
    expect([outcome, found]).toMatchObject([{ ok: true, reply: { text: 'Yes.' } }, [['background']]]);
    expect(loopback.seen.map(({ body }) => body.store)).toEqual([true, false]);
  });
});
