import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { McpConnection } from '../../../src/ports/mcp.ts';
import { remoteMcpPort } from '../../../src/tools/mcp/remote-mcp.ts';
import { McpServer } from '../../e2e/support/mcp-server.ts';

let server: McpServer;
let connection: McpConnection;

beforeEach(async () => {
  server = await McpServer.start();
  connection = remoteMcpPort(() => fetch).connect({ url: server.url, key: async () => null }, () => undefined);
});
afterEach(async () => {
  connection.close();
  await server.stop();
});

const signal = () => new AbortController().signal;
const call = (once: boolean, tool = 'write-note') =>
  connection.call(tool, { text: 'x' }, { signal: signal(), once, onProgress: () => undefined });
const list = () => connection.tools({ signal: signal() });

/** Forms in which servers were seen to say that they no longer know a session. */
const told: [string, McpServer['lost']][] = [
  ['404', { status: 404 }],
  ['404 with an error', { status: 404, code: -32_001, words: 'Session not found' }],
  ['200 with an error', { status: 200, code: -32_600, words: 'Session not found' }],
  ['200, not initialized', { status: 200, code: -32_000, words: 'Bad Request: Server not initialized' }],
  [
    '200, before initialization',
    { status: 200, code: -32_602, words: 'Received request before initialization was complete' },
  ],
  ['200, invalid session', { status: 200, code: -32_000, words: 'Invalid or expired session ID' }],
  ['400', { status: 400, code: -32_000, words: 'Bad Request: No valid session ID provided' }],
  ['400 without words', { status: 400 }],
  ['401', { status: 401 }],
  ['410', { status: 410, words: 'Gone' }],
  ['500 that names the session', { status: 500, code: -32_603, words: 'Session abc-1 has expired' }],
];
/** Forms that do not show whether the request was carried out. */
const untold: [string, McpServer['lost']][] = [
  ['500', { status: 500 }],
  ['500 with a page', { status: 500, words: '<h1>Internal Server Error</h1>' }],
  ['502', { status: 502, words: 'Bad gateway' }],
  ['500 with an error', { status: 500, code: -32_603, words: 'Internal error' }],
];

describe.each([...told, ...untold])('a server that forgot the session and says: %s', (_, lost) => {
  test.each([true, false])('R9.10 a call is made once all the same (for once: %s)', async (once) => {
    await list();
    server.lost = lost;
    server.forget();
    expect(await call(once)).toMatchObject({ ok: true });
    expect(server.noted).toEqual(['x']);
  });

  test('R9.10 its list is read', async () => {
    await list();
    server.lost = lost;
    server.forget();
    expect(await list()).toMatchObject({ ok: true });
  });
});

describe.each([200, 400, 404, 500])('a server that knows no ping and says so with status %d', (status) => {
  test('R9.10 gets a call for once all the same, and gets it once', async () => {
    server.withoutPing = status;
    expect(await call(true)).toMatchObject({ ok: true });
    expect(server.noted).toEqual(['x']);
  });
});

test('R12.1 a call for once that was not sent is certain not to be done', async () => {
  await list();
  server.withoutPing = 503;
  server.lost = { status: 503 };
  server.forget();
  expect(await call(true)).toMatchObject({ ok: false, error: { code: 'status' }, unsent: true });
  expect(server.noted).toEqual([]);
});

/** The server forgets the session between the question whether it is there and the call itself. */
function forgetBeforeCall(): void {
  server.before = (method) => {
    if (method !== 'tools/call') return;
    server.before = null;
    server.forget();
  };
}

describe('a session that is lost right before a call for once', () => {
  test.each(told)('R12.1 is told so, thus the call is repeated: %s', async (_, lost) => {
    await list();
    server.lost = lost;
    forgetBeforeCall();
    expect(await call(true)).toMatchObject({ ok: true });
    expect(server.noted).toEqual(['x']);
  });

  test.each(untold)(
    'R12.1 is not told so, thus the call is in doubt, and the next one is well: %s',
    async (_, lost) => {
      await list();
      server.lost = lost;
      forgetBeforeCall();
      expect(await call(true)).toMatchObject({ ok: false, error: { code: 'status' } });
      expect(server.noted).toEqual([]);
      expect(await call(true)).toMatchObject({ ok: true });
    },
  );

  test('R9.10 a server that never knows a session is not asked for ever', async () => {
    server.lost = { status: 200, code: -32_600, words: 'Session not found' };
    server.before = () => server.forget();
    const before = server.requests.length;
    expect(await call(true)).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(server.requests.length - before).toBeLessThan(12);
  });

  test('R6.1 what a tool refuses is told and not tried again', async () => {
    await list();
    const asked = server.calls.length;
    expect(await call(true, 'refuse')).toMatchObject({
      ok: false,
      error: { code: 'refused', detail: 'No such drawer.' },
    });
    expect(server.calls.length - asked).toBe(1);
  });
});

const ping = { name: 'ping', description: 'Says pong', inputSchema: { type: 'object', properties: {} } };
const tool = (name: unknown, inputSchema: unknown, more: object = {}) => ({
  name,
  inputSchema,
  description: 'x',
  ...more,
});

describe('R9.10 a list in which something is wrong', () => {
  test.each<[string, unknown, 'offered' | 'schema' | 'name']>([
    ['a schema without a type', tool('odd', { properties: { q: { type: 'string' } } }), 'offered'],
    ['a schema without a word', tool('odd', {}), 'offered'],
    ['no schema', tool('odd', undefined), 'offered'],
    ['a schema of null', tool('odd', null), 'offered'],
    ['several types, an object among them', tool('odd', { type: ['object', 'null'] }), 'offered'],
    ['properties that are a list', tool('odd', { type: 'object', properties: [] }), 'offered'],
    ['properties that are no schemas', tool('odd', { type: 'object', properties: { a: 'string' } }), 'offered'],
    ['required that is a text', tool('odd', { type: 'object', required: 'a' }), 'offered'],
    ['alternatives at the root', tool('odd', { anyOf: [{ properties: {} }] }), 'offered'],
    ['a description that is no text', tool('odd', { type: 'object' }, { description: 7 }), 'offered'],
    ['an output schema that is none', tool('odd', { type: 'object' }, { outputSchema: { type: 'string' } }), 'offered'],
    ['annotations that are a text', tool('odd', { type: 'object' }, { annotations: 'read' }), 'offered'],
    ['a text for a schema', tool('odd', 'object'), 'schema'],
    ['a schema of a text', tool('odd', { type: 'string' }), 'schema'],
    ['a schema of a list', tool('odd', { type: 'array', items: {} }), 'schema'],
    ['a name that is no text', tool(7, { type: 'object' }), 'name'],
    ['a name of nothing', tool('', { type: 'object' }), 'name'],
    ['no object at all', 'odd', 'name'],
    ['null', null, 'name'],
  ])('costs at most that tool, by name: %s', async (_, odd, outcome) => {
    server.pages = [[ping, odd, { ...ping, name: 'pong' }]];
    const listed = await list();
    if (!listed.ok) throw new Error(listed.error.code);
    const names = listed.tools.map(({ name }) => name);
    expect(names).toEqual(outcome === 'offered' ? ['ping', 'odd', 'pong'] : ['ping', 'pong']);
    expect(listed.left.map(({ why }) => why)).toEqual(outcome === 'offered' ? [] : [outcome]);
  });

  test('all pages are read, and one that leads back to itself ends', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => tool(`row_${from + at}`, { type: 'object' }));
    server.pages = [many(0, 60), many(60, 101)];
    const listed = await list();
    expect(listed.ok && listed.tools).toHaveLength(101);
    server.pages = [many(0, 150), many(150, 230)];
    const longer = await list();
    expect(longer.ok && longer.tools).toHaveLength(200);
    expect(longer.ok && longer.left.map(({ why }) => why)).toEqual(Array.from({ length: 30 }, () => 'many'));
  });
});
