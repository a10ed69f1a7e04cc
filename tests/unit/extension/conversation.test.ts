import { expect, test } from 'vitest';
import { PermissionPrompt } from '../../../extension/permission-prompt.ts';
import { PageConnection } from '../../../extension/page-connection.ts';
import type { CompanionResponse } from '../../../extension/protocol.ts';

function scene() {
  const said: CompanionResponse[] = [];
  const opened: unknown[] = [];
  const shown: number[] = [];
  const stops: AbortController[] = [];
  const state = { sites: ['https://a.example'], rendered: new Array<string>(), paused: false };
  const asking = new PermissionPrompt({
    open: async (...given) => opened.push(given),
    show: async (tab) => shown.push(tab),
  });
  const parts = {
    asking,
    version: '1.2.3',
    sites: async () => state.sites,
    rendered: async () => state.rendered,
    isPaused: async () => state.paused,
    revoke: async (origin: string) => {
      state.sites = state.sites.filter((site) => site !== origin);
    },
    reads: {
      answer: (_: unknown, tell: (answer: CompanionResponse) => void, stop: AbortController) =>
        new Promise<void>((resolve) => {
          stops.push(stop);
          stop.signal.addEventListener('abort', () => {
            tell({ kind: 'error', id: 1, code: 'aborted' });
            resolve();
          });
        }),
    },
  };
  const conversation = new PageConnection(parts, (answer) => said.push(answer), 7);
  const ask = (origin: string, id = 1) => conversation.hear({ kind: 'ask', id, origin, why: 'a reason' });
  return {
    said,
    opened,
    shown,
    stops,
    state,
    asking,
    conversation,
    ask,
    settle: () => new Promise((go) => setTimeout(go)),
  };
}

test('it says what it is, what is granted, and lets go of what is revoked', async () => {
  const { said, conversation } = scene();
  const origin = 'https://a.example';
  await conversation.hear({ kind: 'hello', id: 1 });
  await conversation.hear({ kind: 'has', id: 2, origin });
  await conversation.hear({ kind: 'list', id: 3 });
  await conversation.hear({ kind: 'revoke', id: 4, origin });
  await conversation.hear({ kind: 'has', id: 5, origin });
  expect(said).toEqual([
    { kind: 'hello', id: 1, protocol: 1, version: '1.2.3', abilities: ['read', 'render'], paused: false },
    { kind: 'has', id: 2, granted: true },
    { kind: 'sites', id: 3, origins: [origin] },
    { kind: 'revoked', id: 4 },
    { kind: 'has', id: 5, granted: false },
  ]);
});

test('a pattern of sites is no site that could be revoked', async () => {
  const { said, state, conversation } = scene();
  for (const origin of ['https://*', 'https://*/*', 'https://a.example/', '<all_urls>'])
    await conversation.hear({ kind: 'revoke', id: 1, origin });
  expect(said).toEqual(Array.from({ length: 4 }, () => ({ kind: 'error', id: 1, code: 'bad_address' })));
  expect(state.sites).toEqual(['https://a.example']);
});

test('what is no question is told so, and does nothing', async () => {
  const { said, conversation, opened, stops } = scene();
  for (const message of [null, 'read', { kind: 'grant', id: 1, origin: 'https://b.example' }])
    await conversation.hear(message);
  expect(said).toEqual([1, 2, 3].map(() => ({ kind: 'error', id: null, code: 'bad_message' })));
  expect([opened, stops]).toEqual([[], []]);
});

test('a site is asked for in the companion’s page, and the answer is what is granted then', async () => {
  const { said, opened, ask, asking, state, settle } = scene();
  await ask('https://b.example');
  expect(opened).toEqual([[{ origin: 'https://b.example', renders: false }, 'a reason', 7]]);
  state.sites = ['https://b.example'];
  asking.answered('https://c.example');
  expect(said).toEqual([{ kind: 'asked', id: 1 }]);
  asking.answered('https://b.example');
  await settle();
  expect(said[1]).toEqual({ kind: 'answered', id: 1, granted: true });
});

test('running a site’s scripts is asked apart, also where the site may be read', async () => {
  const { said, opened, conversation, asking, state, settle } = scene();
  const origin = 'https://a.example';
  await conversation.hear({ kind: 'ask_render', id: 1, origin, why: 'a reason' });
  expect(opened).toEqual([[{ origin, renders: true }, 'a reason', 7]]);
  await conversation.hear({ kind: 'ask', id: 2, origin, why: 'a reason' });
  state.rendered = [origin];
  asking.answered(origin);
  await settle();
  expect(said).toEqual([
    { kind: 'asked', id: 1 },
    { kind: 'answered', id: 2, granted: true },
    { kind: 'answered', id: 1, granted: true },
  ]);
});

test('a question whose tab is closed is answered with no', async () => {
  const { said, ask, asking, settle } = scene();
  await ask('https://b.example');
  await asking.closed(99);
  expect(said).toHaveLength(1);
  await asking.closed(1);
  await settle();
  expect(said[1]).toEqual({ kind: 'answered', id: 1, granted: false });
});

test('one question stands at a time: the same one is shown again, another has to wait', async () => {
  const { said, opened, shown, ask } = scene();
  await Promise.all([ask('https://b.example', 1), ask('https://c.example', 2), ask('https://b.example', 3)]);
  expect([opened.length, shown]).toEqual([1, [1]]);
  expect(said).toContainEqual({ kind: 'error', id: 2, code: 'busy' });
});

test('what is granted already, or can never be, is not put to the person', async () => {
  const { said, opened, ask } = scene();
  await ask('https://a.example');
  for (const origin of ['http://b.example', 'https://b.example/path', 'https://B.example', '*', 'https://*.example'])
    await ask(origin);
  await ask('https://192.168.0.1');
  expect(said.map((answer) => ('code' in answer ? answer.code : answer.kind))).toEqual([
    'answered',
    ...Array.from({ length: 5 }, () => 'bad_address'),
    'private_address',
  ]);
  expect(opened).toEqual([]);
});

test('a read can be cancelled, ends with its line, and keeps its number for itself', async () => {
  const { said, stops, conversation, settle } = scene();
  const read = (id: number) =>
    conversation.hear({ kind: 'read', id, url: 'https://a.example/', max_bytes: 1, timeout_ms: 1 });
  const first = read(1);
  await read(1);
  expect(said).toEqual([{ kind: 'error', id: null, code: 'bad_message' }]);
  await conversation.hear({ kind: 'cancel', id: 9 });
  await conversation.hear({ kind: 'cancel', id: 1 });
  await first;
  void read(1);
  await settle();
  conversation.end();
  expect(stops.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
