import { expect, test } from 'vitest';
import type { LogEntry } from '../../../extension/stored-data.ts';
import {
  maxReadMs,
  maxRenderMs,
  maxPageBytes,
  readsAMinute,
  type CompanionResponse,
} from '../../../extension/protocol.ts';
import type { Reader, ReadRequest } from '../../../extension/reader.ts';
import { ActiveReads } from '../../../extension/reads.ts';

interface Begun {
  request: ReadRequest;
  tell: Parameters<Reader>[1];
  signal: AbortSignal;
  end: (how: Awaited<ReturnType<Reader>>) => void;
}

function scene() {
  const begun: Begun[] = [];
  const log: LogEntry[] = [];
  const told: CompanionResponse[] = [];
  const state = {
    sites: ['https://a.example', 'https://b.example'],
    rendered: ['https://a.example'],
    paused: false,
    now: 0,
  };
  const reader: Reader = (request, tell, signal) =>
    new Promise((end) => {
      begun.push({ request, tell, signal, end });
      signal.addEventListener('abort', () => end({ kind: 'error', code: 'aborted' }));
    });
  const reads = new ActiveReads({
    read: reader,
    render: reader,
    rendered: async () => state.rendered,
    sites: async () => state.sites,
    isPaused: async () => state.paused,
    log: async (entry) => void log.push(entry),
    now: () => state.now,
  });
  const ask = (url: string, id = 1, stop = new AbortController()) =>
    reads.answer({ kind: 'read', id, url, max_bytes: 1e9, timeout_ms: 1e9 }, (answer) => told.push(answer), stop);
  const render = (url: string, id = 1) =>
    reads.answer(
      { kind: 'render', id, url, max_bytes: 1e9, timeout_ms: 1e9 },
      (answer) => told.push(answer),
      new AbortController(),
    );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { begun, log, told, state, reads, ask, render, settle };
}
const end = { kind: 'end', id: 1, bytes: 3, sha256: 'a' } as const;
const head = {
  kind: 'head',
  id: 1,
  status: 200,
  url: 'https://a.example/',
  content_type: 'text/plain',
  retry_after: null,
} as const;
const chunk = { kind: 'chunk', id: 1, data: 'YWJj' } as const;

test('a granted site is read within the companion’s own limits, and the log tells of it', async () => {
  const { begun, log, told, ask, settle, state } = scene();
  state.now = 5;
  const answered = ask('https://a.example/page#part');
  await settle();
  expect(begun[0]?.request).toEqual({
    id: 1,
    url: 'https://a.example/page',
    max_bytes: maxPageBytes,
    timeout_ms: maxReadMs,
    sites: state.sites,
  });
  for (const part of [head, chunk]) begun[0]?.tell(part);
  begun[0]?.end(end);
  await answered;
  expect(told).toEqual([head, chunk, end]);
  expect(log).toEqual([{ at: 5, url: 'https://a.example/page', outcome: 'read', bytes: 3 }]);
});

test.each([
  ['https://c.example/', 'not_granted'],
  ['https://sub.a.example/', 'not_granted'],
  ['https://192.168.0.1/', 'private_address'],
  ['http://a.example/', 'bad_address'],
  ['https://a.example:8443/', 'bad_address'],
])('%s is refused as %s before anything is read, and the log tells of it', async (url, code) => {
  const { begun, log, told, ask } = scene();
  await ask(url);
  expect([begun, told, log]).toEqual([[], [{ kind: 'error', id: 1, code }], [{ at: 0, url, outcome: code, bytes: 0 }]]);
});

test('the log shows no signs that hide, or turn the order of reading', async () => {
  const { log, ask } = scene();
  await ask('https://a.example/\u202Egnp.\u200Bx\nhttps://b.example/');
  expect(log[0]?.url).toBe('https://a.example/\uFFFDgnp.\uFFFDx\uFFFDhttps://b.example/');
});

test('the log keeps the beginning of a long address, without its fragment', async () => {
  const { log, ask } = scene();
  await ask(`https://c.example/${'a'.repeat(182)}#part`);
  await ask(`https://c.example/${'a'.repeat(183)}`);
  expect(log.map(({ url }) => url)).toEqual([
    `https://c.example/${'a'.repeat(182)}`,
    `https://c.example/${'a'.repeat(181)}…`,
  ]);
});

test('a read ends as soon as its site, or one it was led to, is revoked; others go on', async () => {
  const { begun, told, state, reads, ask, settle } = scene();
  const answered = [ask('https://a.example/', 1), ask('https://b.example/', 2), ask('https://b.example/', 3)];
  await settle();
  begun[1]?.tell({ ...head, id: 2 });
  state.sites = ['https://b.example'];
  await reads.recheck();
  await settle();
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false]);
  expect(begun[3]?.request).toMatchObject({ id: 3, sites: ['https://b.example'] });
  begun[0]?.tell(chunk);
  begun[3]?.end({ ...end, id: 3 });
  await Promise.all(answered);
  expect(told).toHaveLength(4);
  for (const id of [1, 2]) expect(told).toContainEqual({ kind: 'error', id, code: 'revoked' });
  expect(told).toContainEqual({ ...end, id: 3 });
});

test('a pause ends what is under way and refuses what comes', async () => {
  const { begun, told, state, reads, ask, settle } = scene();
  const answered = ask('https://a.example/');
  await settle();
  state.paused = true;
  await reads.recheck();
  await answered;
  await ask('https://a.example/', 2);
  expect(told).toEqual([1, 2].map((id) => ({ kind: 'error', id, code: 'paused' })));
  expect(begun).toHaveLength(1);
});

test('what the page itself ends is aborted, also before it has begun', async () => {
  const { begun, told, ask, settle } = scene();
  const stop = new AbortController();
  const answered = ask('https://a.example/', 1, stop);
  await settle();
  stop.abort();
  await answered;
  const early = new AbortController();
  early.abort();
  await ask('https://a.example/', 2, early);
  expect(told).toEqual([1, 2].map((id) => ({ kind: 'error', id, code: 'aborted' })));
  expect(begun).toHaveLength(1);
});

test('four reads go on at once, and sixty are begun within a minute', async () => {
  const { begun, told, state, ask, settle } = scene();
  const answered = Array.from({ length: 5 }, (_, at) => ask('https://a.example/', at));
  await settle();
  expect(told).toEqual([{ kind: 'error', id: 4, code: 'busy' }]);
  for (const each of begun) each.end(end);
  await Promise.all(answered);
  for (let at = begun.length; at < readsAMinute; at++) {
    const one = ask('https://a.example/', at);
    await settle();
    begun[at]?.end(end);
    await one;
  }
  await ask('https://a.example/', 99);
  expect(told.at(-1)).toEqual({ kind: 'error', id: 99, code: 'busy' });
  state.now = 60_001;
  void ask('https://a.example/', 100);
  await settle();
  expect(begun).toHaveLength(readsAMinute + 1);
});

test('a page is rendered for ten seconds at most, with the sites it may go to, one at a time', async () => {
  const { begun, told, log, state, reads, render, settle } = scene();
  await render('https://b.example/');
  const answered = render('https://a.example/', 2);
  await settle();
  await render('https://a.example/', 3);
  expect(told).toEqual([
    { kind: 'error', id: 1, code: 'render_not_granted' },
    { kind: 'error', id: 3, code: 'busy' },
  ]);
  expect(begun.map(({ request }) => request)).toMatchObject([
    { timeout_ms: maxRenderMs, rendered: ['https://a.example'], sites: state.sites },
  ]);
  state.rendered = [];
  await reads.recheck();
  await answered;
  expect(log.at(-1)?.outcome).toBe('revoked');
});
