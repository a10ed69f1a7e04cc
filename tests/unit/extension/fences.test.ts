// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isVisibleCairnPage } from '../../../extension/is-cairn.ts';
import { startCompanion } from '../../../extension/companion.ts';
import {
  changeCompanionData,
  readCompanionData,
  type LogEntry,
  dataInForceMessage,
  logWithEntry,
} from '../../../extension/stored-data.ts';
import type { CompanionResponse } from '../../../extension/protocol.ts';
import { readOffscreen } from '../../../extension/read-offscreen.ts';
import { type Reader, type ReadRequest, stopReadingMessage } from '../../../extension/reader.ts';
import { ActiveReads } from '../../../extension/reads.ts';
import { grantedSites, grantSite, revokeSite } from '../../../extension/sites.ts';
import { fakeChrome } from './fake-chrome.ts';

let browser = fakeChrome();
beforeEach(() => {
  browser = fakeChrome();
  vi.stubGlobal('chrome', browser.api);
  vi.stubGlobal('cairnOrigins', ['https://cairn.example']);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: async (_: string, change: () => Promise<void>) => change() },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = () => new Promise((resolve) => setTimeout(resolve));
const request: ReadRequest = { id: 1, url: 'https://a.example/', max_bytes: 9, timeout_ms: 9, sites: [] };

describe('what was ended does not leave', () => {
  /** The offscreen document, which takes until `open` to be there; what is sent to it is noted. */
  function offscreen() {
    const asked: unknown[] = [];
    let open = (): void => undefined;
    let there = false;
    let answer: (message: unknown) => void = () => undefined;
    let gone = (): void => undefined;
    const made = new Promise<void>((resolve) => (open = resolve));
    Object.assign(browser.api, {
      offscreen: {
        hasDocument: async () => there,
        createDocument: async () => made.then(() => void (there = true)),
        closeDocument: async () => void (there = false),
      },
      runtime: {
        connect: () => ({
          disconnect: () => undefined,
          onDisconnect: { addListener: (listener: () => void) => (gone = listener) },
          onMessage: { addListener: (listener: typeof answer) => (answer = listener) },
          postMessage: (message: unknown) => asked.push(message),
        }),
      },
    });
    return { asked, open, answer: (message: unknown) => answer(message), gone: () => gone() };
  }

  test.each(['while the document of the companion opens', 'before that'])('ended %s', async (when) => {
    const { asked, open } = offscreen();
    const stop = new AbortController();
    if (when === 'before that') stop.abort();
    const read = readOffscreen(request, () => undefined, stop.signal);
    stop.abort();
    open();
    expect(await read).toEqual({ kind: 'error', code: 'aborted' });
    expect(asked).toEqual([]);
  });

  test('a read is over only once the document that reads has let go of it', async () => {
    const { asked, open, answer } = offscreen();
    open();
    const stop = new AbortController();
    let over = false;
    const read = readOffscreen(request, () => undefined, stop.signal).finally(() => (over = true));
    await vi.waitFor(() => expect(asked).toEqual([request]));
    stop.abort();
    await settle();
    expect([asked, over]).toEqual([[request, stopReadingMessage], false]);
    answer({ kind: 'error', code: 'aborted' });
    expect(await read).toEqual({ kind: 'error', code: 'aborted' });
  });

  test('one whose document has gone is over, and is told nothing more', async () => {
    const { asked, open, gone } = offscreen();
    open();
    const stop = new AbortController();
    const read = readOffscreen(request, () => undefined, stop.signal);
    await vi.waitFor(() => expect(asked).toEqual([request]));
    gone();
    expect(await read).toEqual({ kind: 'error', code: 'unreachable' });
    stop.abort();
    expect(asked).toEqual([request]);
  });
});

describe('what the person withdraws is confirmed once nothing of it can leave', () => {
  type Withdrawal = 'pause' | 'revoke' | 'revoke a site it could be led to' | 'cancel';

  test.each<Withdrawal>(['pause', 'revoke', 'revoke a site it could be led to', 'cancel'])('%s', async (how) => {
    const { state, tries, reads, ask, until, slow } = scene();
    slow.ends = true;
    const stop = new AbortController();
    const answered = ask('read', stop);
    await until(1);
    if (how === 'pause') state.paused = true;
    if (how === 'revoke') state.sites = [];
    if (how === 'revoke a site it could be led to') state.sites = ['https://a.example'];
    if (how === 'cancel') stop.abort();
    let confirmed = false;
    const confirmation = (how === 'cancel' ? answered : reads.recheck()).then(() => (confirmed = true));
    const again = reads.recheck();
    await settle();
    expect([tries[0]?.signal.aborted, confirmed]).toEqual([true, false]);
    tries[0]?.end({ kind: 'error', code: 'aborted' });
    await Promise.all([confirmation, again]);
    tries[1]?.end(end);
    await answered;
  });

  test('a site that is revoked while the grants are looked up is none of those that a read may be led to', async () => {
    const { state, tries, reads, ask, until, slow } = scene();
    let look = (): void => undefined;
    slow.lookUp = new Promise((resolve) => (look = resolve));
    const answered = ask();
    await settle();
    state.sites = without(state.sites, 'https://b.example');
    slow.lookUp = null;
    await reads.recheck();
    look();
    await until(1);
    expect(tries[0]?.request.sites).toEqual(['https://a.example', 'https://c.example']);
    tries[0]?.end(end);
    await answered;
  });

  test('a page whose scripts run begins again without a site that they may ask, too', async () => {
    const { state, tries, reads, ask, until } = scene();
    state.rendered = ['https://a.example'];
    const answered = ask('render');
    await until(1);
    state.sites = without(state.sites, 'https://c.example');
    await reads.recheck();
    await until(2);
    expect(tries[1]?.request.sites).toEqual(['https://a.example', 'https://b.example']);
    tries[1]?.end(end);
    await answered;
  });

  test('the companion’s pages hear of a change after that, also of one that the browser made', async () => {
    const { happen, sent, sites, tries, connect } = background();
    for (const withdrawal of ['pause', 'removal'] as const) {
      await changeCompanionData(() => ({ sites: ['https://a.example'], paused: false }));
      browser.granted.add('https://a.example');
      const page = connect();
      page.hear({ kind: 'read', id: 1, url: 'https://a.example/', max_bytes: 9, timeout_ms: 9 });
      await vi.waitFor(() => expect(tries).toHaveLength(1));
      sent.length = 0;
      if (withdrawal === 'pause') await changeCompanionData(() => ({ paused: true }));
      else browser.granted.clear();
      happen(withdrawal === 'pause' ? 'changed' : 'removed');
      await settle();
      expect([tries[0]?.signal.aborted, sent]).toEqual([true, []]);
      expect((await readCompanionData()).sites).toEqual(['https://a.example']);
      tries.pop()?.end({ kind: 'error', code: 'aborted' });
      if (withdrawal === 'pause') await vi.waitFor(() => expect(sent).toEqual([dataInForceMessage]));
      else await vi.waitFor(async () => expect((await readCompanionData()).sites).toEqual([]));
    }
    expect(await sites()).toEqual([]);
  });
});

/** The background of the companion over a browser in memory; `happen` tells it what the browser would. */
function background() {
  const listeners = new Map<string, (given?: unknown) => void>();
  const event = (name: string) => ({
    addListener: (listener: (given?: unknown) => void) => void listeners.set(name, listener),
  });
  const sent: unknown[] = [];
  const { api } = browser;
  Object.assign(api, {
    storage: { ...api.storage, onChanged: event('changed') },
    permissions: { ...api.permissions, onRemoved: event('removed') },
    runtime: {
      getManifest: () => ({ version: '1.2.3' }),
      getURL: (path: string) => `moz-extension://x/${path}`,
      onMessage: event('message'),
      sendMessage: async (message: unknown) => sent.push(message),
    },
    tabs: { onRemoved: event('tab') },
    action: { onClicked: event('clicked') },
  });
  const tries: { signal: AbortSignal; end: (how: Awaited<ReturnType<Reader>>) => void }[] = [];
  const reader: Reader = (_, __, signal) => new Promise((over) => tries.push({ signal, end: over }));
  let call: (port: chrome.Port) => void = () => undefined;
  startCompanion(reader, null, { addListener: (listener) => (call = listener) });
  const connect = () => {
    let hear: (message: unknown) => void = () => undefined;
    call({
      name: '',
      sender: { origin: 'https://cairn.example', frameId: 0, tab: { id: 1 } },
      postMessage: () => undefined,
      disconnect: () => undefined,
      onMessage: { addListener: (listener) => (hear = listener) },
      onDisconnect: { addListener: () => undefined },
    });
    return { hear: (message: unknown) => hear(message) };
  };
  return { happen: (name: string) => listeners.get(name)?.(), sent, sites: grantedSites, tries, connect };
}

/** Reads over a net where each site that a try may reach is asked as soon as the test lets it go on. */
function scene() {
  const state = {
    sites: ['https://a.example', 'https://b.example', 'https://c.example'],
    rendered: new Array<string>(),
    paused: false,
  };
  /** Whether an abort ends a try only when the test says so, and what a look at the grants waits for, having looked. */
  const slow = { ends: false, lookUp: null as Promise<void> | null };
  const told: CompanionResponse[] = [];
  const tries: {
    request: ReadRequest;
    tell: Parameters<Reader>[1];
    signal: AbortSignal;
    end: (how: Awaited<ReturnType<Reader>>) => void;
  }[] = [];
  const reader: Reader = (asked, tell, signal) =>
    new Promise((end) => {
      tries.push({ request: asked, tell, signal, end });
      signal.addEventListener('abort', () => slow.ends || end({ kind: 'error', code: 'aborted' }));
    });
  const reads = new ActiveReads({
    read: reader,
    render: reader,
    sites: async () => {
      const { sites } = state;
      await slow.lookUp;
      return sites;
    },
    rendered: async () => state.rendered,
    isPaused: async () => state.paused,
    log: async () => undefined,
    now: () => 0,
  });
  const ask = (kind: 'read' | 'render' = 'read', stop = new AbortController()) =>
    reads.answer(
      { kind, id: 1, url: 'https://a.example/', max_bytes: 9, timeout_ms: 9 },
      (answer) => told.push(answer),
      stop,
    );
  const until = (count: number) => vi.waitFor(() => expect(tries).toHaveLength(count));
  return { state, slow, told, tries, reads, ask, until };
}
const headAt = (url: string) =>
  ({ kind: 'head', id: 1, status: 200, url, content_type: 'text/plain', retry_after: null }) as const;
const end = { kind: 'end', id: 1, bytes: 0, sha256: '' } as const;
const without = (sites: string[], site: string) => sites.filter((each) => each !== site);

describe('a site that is revoked in the middle is asked no more', () => {
  test('a read that could still be led there begins again without it', async () => {
    const { state, told, tries, reads, ask, until } = scene();
    const answered = ask();
    await until(1);
    expect(tries[0]?.request.sites).toContain('https://b.example');
    state.sites = without(state.sites, 'https://b.example');
    await reads.recheck();
    expect(tries[0]?.signal.aborted).toBe(true);
    await until(2);
    expect(tries[1]?.request.sites).toEqual(['https://a.example', 'https://c.example']);
    tries[0]?.tell(headAt('https://b.example/'));
    tries[1]?.tell(headAt('https://a.example/'));
    tries[1]?.end(end);
    await answered;
    expect(told).toEqual([headAt('https://a.example/'), end]);
  });

  test('nothing of it is told where it answers late, nor is the end', async () => {
    const { state, told, tries, reads, ask, until } = scene();
    const answered = ask();
    await until(1);
    tries[0]?.tell(headAt('https://b.example/'));
    state.sites = without(state.sites, 'https://b.example');
    await reads.recheck();
    tries[0]?.tell({ kind: 'chunk', id: 1, data: 'YWJj' });
    await answered;
    expect(told).toEqual([headAt('https://b.example/'), { kind: 'error', id: 1, code: 'revoked' }]);
    expect(tries).toHaveLength(1);
  });

  test('a read that has its page goes on', async () => {
    const { state, told, tries, reads, ask, until } = scene();
    const answered = ask();
    await until(1);
    tries[0]?.tell(headAt('https://a.example/'));
    state.sites = without(state.sites, 'https://b.example');
    await reads.recheck();
    expect(tries[0]?.signal.aborted).toBe(false);
    tries[0]?.end(end);
    await answered;
    expect(told.at(-1)).toEqual(end);
  });

  test('its own site ends it, also while it begins again', async () => {
    const { state, told, tries, reads, ask, until } = scene();
    const answered = ask();
    await until(1);
    state.sites = ['https://a.example'];
    await reads.recheck();
    await until(2);
    state.sites = [];
    await reads.recheck();
    await answered;
    expect(told).toEqual([{ kind: 'error', id: 1, code: 'revoked' }]);
    expect(tries.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test('a pause and a cancel end it, also while it begins again', async () => {
    for (const how of ['pause', 'cancel'] as const) {
      const { state, told, tries, reads, ask, until } = scene();
      const stop = new AbortController();
      const answered = ask('read', stop);
      await until(1);
      state.sites = ['https://a.example'];
      await reads.recheck();
      if (how === 'cancel') stop.abort();
      else {
        state.paused = true;
        await reads.recheck();
      }
      await answered;
      expect(told).toEqual([{ kind: 'error', id: 1, code: how === 'cancel' ? 'aborted' : 'paused' }]);
      expect(tries.every(({ signal }) => signal.aborted)).toBe(true);
    }
  });

  test('a page whose scripts run begins again without the scripts of that site', async () => {
    const { state, tries, reads, ask, until } = scene();
    state.rendered = ['https://a.example', 'https://b.example'];
    const answered = ask('render');
    await until(1);
    state.rendered = ['https://a.example'];
    await reads.recheck();
    await until(2);
    expect(tries[1]?.request.rendered).toEqual(['https://a.example']);
    tries[1]?.end(end);
    await answered;
  });
});

describe('one site is revoked at a time', () => {
  test.each([
    'https://*',
    'https://*.example',
    '*://*',
    'https://a.example/',
    'https://a.example/*',
    'https://a.example:443',
    '<all_urls>',
    '',
  ])('“%s” withdraws nothing', async (pattern) => {
    for (const site of ['https://a.example', 'https://b.example']) await grantSite(site);
    await revokeSite(pattern);
    expect(await grantedSites()).toEqual(['https://a.example', 'https://b.example']);
    expect(browser.granted.size).toBe(2);
  });
});

describe('the log', () => {
  const entry = (at: number, outcome: LogEntry['outcome']): LogEntry => ({
    at,
    url: `https://a.example/${at}`,
    outcome,
    bytes: 0,
  });
  const written = (entries: LogEntry[]) => entries.reduce<LogEntry[]>((log, each) => logWithEntry(log, each), []);

  test.each(['bad_address', 'private_address', 'not_granted', 'paused', 'busy', 'unreachable'] as const)(
    '1,000 entries of “%s” take no room from what was read',
    (outcome) => {
      const log = written([
        entry(1, 'read'),
        entry(2, 'rendered'),
        ...Array.from({ length: 1000 }, (_, at) => entry(at + 3, outcome)),
      ]);
      expect(log.slice(-2).map((each) => each.outcome)).toEqual(['rendered', 'read']);
      expect(log.length).toBeLessThan(100);
    },
  );

  test('keeps 200 reads, newest first, and none longer than 30 days', async () => {
    const log = written(Array.from({ length: 300 }, (_, at) => entry(at, 'read')));
    expect([log.length, log[0]?.at, log.at(-1)?.at]).toEqual([200, 299, 100]);
    expect(logWithEntry(log, entry(31 * 86_400_000, 'read'))).toHaveLength(1);
    await changeCompanionData((was) => ({ log: logWithEntry(was.log, entry(1, 'read')) }));
    expect((await readCompanionData()).log).toHaveLength(1);
  });
});

describe('who may speak to the companion', () => {
  test.each([
    ['active', true],
    [undefined, true],
    ['prerender', false],
    ['cached', false],
    ['pending_deletion', false],
  ])('a page whose state is %s: %s', (documentLifecycle, answered) => {
    const sender = {
      origin: 'https://cairn.example',
      frameId: 0,
      tab: { id: 1 },
      ...(documentLifecycle && { documentLifecycle }),
    };
    expect(isVisibleCairnPage(sender, ['https://cairn.example'])).toBe(answered);
  });
});

describe('the question', () => {
  async function asked() {
    vi.useFakeTimers();
    const seen = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    Object.assign(browser.api, { runtime: { sendMessage: async () => undefined }, i18n: { getMessage: () => 'en' } });
    const listeners = new Map<string, () => void>();
    for (const target of [window, document])
      vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
        listeners.set(type, listener as () => void);
      });
    const happen = (type: string) => listeners.get(type)?.();
    const { questionCard } = await import('../../../extension/page/question-card.ts');
    const card = questionCard('#origin=https%3A%2F%2Fa.example&why=x');
    const allow = card?.querySelector<HTMLButtonElement>('button.main');
    if (!allow) throw new Error('no question');
    return { allow, seen, happen };
  }

  test('cannot be answered with yes before it has stood for a second', async () => {
    const { allow } = await asked();
    expect(allow.disabled).toBe(true);
    vi.advanceTimersByTime(999);
    expect(allow.disabled).toBe(true);
    vi.advanceTimersByTime(1);
    expect(allow.disabled).toBe(false);
  });

  test('nor where its page is behind another, or comes back to the front', async () => {
    const { allow, seen, happen } = await asked();
    seen.mockReturnValue(false);
    happen('blur');
    vi.advanceTimersByTime(60_000);
    expect(allow.disabled).toBe(true);
    seen.mockReturnValue(true);
    happen('focus');
    vi.advanceTimersByTime(999);
    expect(allow.disabled).toBe(true);
    vi.advanceTimersByTime(1);
    expect(allow.disabled).toBe(false);
    happen('blur');
    expect(allow.disabled).toBe(true);
  });
});
