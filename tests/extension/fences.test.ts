// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isCairn } from '../../extension/is-cairn.ts';
import { keep, kept, type LogEntry, withEntry } from '../../extension/kept.ts';
import type { Answer } from '../../extension/protocol.ts';
import { readOffscreen } from '../../extension/read-offscreen.ts';
import type { Reader, ReadRequest } from '../../extension/reader.ts';
import { Reads } from '../../extension/reads.ts';
import { grantedSites, grantSite, revokeSite } from '../../extension/sites.ts';
import { fakeChrome } from './fake-chrome.ts';

let browser = fakeChrome();
beforeEach(() => {
  browser = fakeChrome();
  vi.stubGlobal('chrome', browser.api);
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

const request: ReadRequest = { id: 1, url: 'https://a.example/', max_bytes: 9, timeout_ms: 9, sites: [] };

describe('what was ended does not leave', () => {
  /** The offscreen document, which takes until `open` to be there; what is sent to it is noted. */
  function offscreen() {
    const asked: unknown[] = [];
    let open = (): void => undefined;
    let there = false;
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
          onDisconnect: { addListener: () => undefined },
          onMessage: { addListener: () => undefined },
          postMessage: (message: unknown) => asked.push(message),
        }),
      },
    });
    return { asked, open };
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
});

/** Reads over a net where each site that a try may reach is asked as soon as the test lets it go on. */
function scene() {
  const state = {
    sites: ['https://a.example', 'https://b.example', 'https://c.example'],
    rendered: new Array<string>(),
    paused: false,
  };
  const told: Answer[] = [];
  const tries: {
    request: ReadRequest;
    tell: Parameters<Reader>[1];
    signal: AbortSignal;
    end: (how: Awaited<ReturnType<Reader>>) => void;
  }[] = [];
  const reader: Reader = (asked, tell, signal) =>
    new Promise((end) => {
      tries.push({ request: asked, tell, signal, end });
      signal.addEventListener('abort', () => end({ kind: 'error', code: 'aborted' }));
    });
  const reads = new Reads({
    read: reader,
    render: reader,
    sites: async () => state.sites,
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
  return { state, told, tries, reads, ask, until };
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
  const written = (entries: LogEntry[]) => entries.reduce<LogEntry[]>((log, each) => withEntry(log, each), []);

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
    expect(withEntry(log, entry(31 * 86_400_000, 'read'))).toHaveLength(1);
    await keep((was) => ({ log: withEntry(was.log, entry(1, 'read')) }));
    expect((await kept()).log).toHaveLength(1);
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
    expect(isCairn(sender, ['https://cairn.example'])).toBe(answered);
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
    const { questionCard } = await import('../../extension/page/question-card.ts');
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
