import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { remoteMcpPort } from '../../../src/tools/mcp/remote-mcp.ts';
import type { McpConnection } from '../../../src/ports/mcp.ts';
import { Gate } from '../../e2e/support/gate.ts';
import { McpServer } from '../../e2e/support/mcp-server.ts';

let server: McpServer;
let connection: McpConnection;
let key: string | null = null;
const changed = vi.fn();

beforeEach(async () => {
  key = null;
  changed.mockClear();
  server = await McpServer.start();
  connection = remoteMcpPort(() => fetch).connect({ url: server.url, key: async () => key }, changed);
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const signal = () => new AbortController().signal;
const call = (tool: string, input: Record<string, unknown> = {}, more: { once?: boolean } = {}) =>
  connection.call(tool, input, { signal: signal(), once: false, onProgress: () => undefined, ...more });
const list = () => connection.tools({ signal: signal() });

describe('a server that works', () => {
  test('R9.10 lists its tools, with what they say of themselves', async () => {
    const listed = await list();
    expect(listed.ok && listed.tools.map(({ name, reads, repeatable }) => [name, reads, repeatable])).toEqual([
      ['add', true, true],
      ['write-note', false, false],
      ['count', false, false],
      ['fail', false, false],
      ['refuse', false, false],
      ['paint', false, false],
    ]);
    expect(listed).toMatchObject({
      tools: [{ description: 'Adds two numbers.', schema: { type: 'object' } }, {}, {}, {}, {}, {}],
    });
  });

  test('R9.10 hands on pictures as they are', async () => {
    expect(await call('paint')).toMatchObject({
      answer: { content: [{ kind: 'text' }, { kind: 'bytes', mime: 'image/png', base64: 'iVBORw0KGgo=' }] },
    });
  });

  test('R8.1 an abort ends a call at once, and the server is told', async () => {
    server.gate = new Gate();
    const stop = new AbortController();
    const outcome = connection.call(
      'count',
      { to: 5 },
      { signal: stop.signal, once: true, onProgress: () => stop.abort() },
    );
    expect(await outcome).toEqual({ ok: false, error: { code: 'aborted' } });
    await vi.waitFor(() => expect(server.cancelled).toHaveLength(1));
  });

  test('R13.4 requests carry the key and nothing else that tells who asks', async () => {
    server.key = key = 'k-123';
    expect((await list()).ok).toBe(true);
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer k-123' });
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  });

  test('R13.1 a key that the server says aloud is not handed on', async () => {
    server.key = key = 'k-123-secret';
    expect(await call('write-note', { text: 'Bearer k-123-secret' })).toMatchObject({
      answer: { content: [{ text: 'Noted: Bearer [key]' }] },
    });
    server.key = key = 'k-123+"secret"/';
    expect(await call('write-note', { text: `${key} ?key=${encodeURIComponent(key)}` })).toMatchObject({
      answer: { content: [{ text: 'Noted: [key] ?key=[key]' }] },
    });
  });

  test('R9.10 a call without a sign of progress is given up, and the server is told', async () => {
    await list();
    server.gate = new Gate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let began = (): void => undefined;
      const hasBegun = new Promise<void>((resolve) => (began = resolve));
      const outcome = connection.call('count', { to: 5 }, { signal: signal(), once: true, onProgress: began });
      await hasBegun;
      vi.advanceTimersByTime(60_000);
      expect(await outcome).toEqual({ ok: false, error: { code: 'timeout', seconds: 60 } });
    } finally {
      vi.useRealTimers();
    }
    await vi.waitFor(() => expect(server.cancelled).toHaveLength(1));
  });

  test('R9.10 a change of its tools is heard of', async () => {
    await list();
    await vi.waitFor(() => expect(server.listeners).toBe(1));
    server.tellChange();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  });
});

describe('a server that was started anew', () => {
  test.each([true, false])('R9.10 is spoken to again, without a word lost (a call for once: %s)', async (once) => {
    await list();
    server.forget();
    expect(await call('write-note', { text: 'x' }, { once })).toMatchObject({ ok: true });
    expect(server.noted).toEqual(['x']);
  });

  test('R12.1 one that is away gets no call, and one that comes back gets it once', async () => {
    await list();
    await server.stop();
    expect(await call('write-note', { text: 'x' }, { once: true })).toEqual({
      ok: false,
      error: { code: 'unreachable' },
      unsent: true,
    });
    await server.startAgain();
    expect(await call('write-note', { text: 'x' }, { once: true })).toMatchObject({ ok: true });
    expect(server.noted).toEqual(['x']);
  });

  test('R12.1 a call that was under way when it went is not known to have been made or not', async () => {
    server.gate = new Gate();
    const outcome = connection.call(
      'count',
      { to: 5 },
      { signal: signal(), once: true, onProgress: () => void server.stop() },
    );
    expect(await outcome).toEqual({ ok: false, error: { code: 'cut' } });
    await server.startAgain();
  });
});

describe('addresses where no answer is to be had', () => {
  test.each([
    [{ code: 401 }, { code: 'key', status: 401 }],
    [{ code: 403 }, { code: 'key', status: 403 }],
    [{ code: 302, headers: { location: 'http://127.0.0.1:1/' } }, { code: 'redirected' }],
    [{ code: 307, headers: { location: '/elsewhere' } }, { code: 'redirected' }],
    [{ code: 404 }, { code: 'no_mcp' }],
    [{ code: 200, headers: { 'content-type': 'text/html' } }, { code: 'no_mcp' }],
    [{ code: 429 }, { code: 'status', status: 429 }],
    [{ code: 503 }, { code: 'status', status: 503 }],
  ])('R9.10 %j is told apart as %j', async (status, fault) => {
    server.status = status;
    expect(await list()).toEqual({ ok: false, error: fault });
    server.status = null;
    expect((await list()).ok).toBe(true);
  });
});
