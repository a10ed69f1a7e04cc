import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type CompanionResponse, companionVersion, type CompanionRequest } from '../../../extension/protocol.ts';
import { BrowserCompanion } from '../../../src/browser/companion.ts';

const url = 'https://paper.example/story';
const site = 'https://paper.example';
const hello: CompanionResponse = {
  kind: 'hello',
  id: 0,
  protocol: 1,
  version: '1.1.0',
  abilities: ['read'],
  paused: false,
};

/** The other end of the line: says what each question is answered with, and counts how often it was opened. */
class OtherEnd {
  readonly heard: CompanionRequest[] = [];
  opened = 0;
  isThere = true;
  isSeen = true;
  hello: CompanionResponse = hello;
  answers: (question: CompanionRequest) => CompanionResponse[] = () => [];
  say: (answer: CompanionResponse) => void = () => undefined;
  end: () => void = () => undefined;

  readonly companion = new BrowserCompanion({
    isSeen: () => this.isSeen,
    open: (hear, ended) => {
      this.opened += 1;
      this.say = hear;
      this.end = ended;
      if (!this.isThere) return null;
      return {
        patience: 500,
        post: (question) => {
          this.heard.push(question);
          const said = question.kind === 'hello' ? [this.hello] : this.answers(question);
          queueMicrotask(() => said.forEach((answer) => hear({ ...answer, id: question.id } as CompanionResponse)));
        },
      };
    },
  });
}

let other: OtherEnd;
const limits = (signal = new AbortController().signal) => ({ site, signal, timeout_ms: 1000, max_bytes: 20 });
const head: CompanionResponse = {
  kind: 'head',
  id: 0,
  status: 200,
  url,
  content_type: 'text/HTML; charset=x',
  retry_after: null,
};
const chunk = (text: string): CompanionResponse => ({ kind: 'chunk', id: 0, data: btoa(text) });
const end = (bytes: number): CompanionResponse => ({ kind: 'end', id: 0, bytes, sha256: '' });
beforeEach(() => {
  other = new OtherEnd();
});

describe('its version', () => {
  test.each([
    ['1.1.0', 'ready'],
    ['1.10.0', 'ready'],
    ['2.0', 'ready'],
    ['1.0.0', 'outdated'],
    ['1.0.10', 'outdated'],
    ['', 'outdated'],
  ])('%s makes it %s', async (version, state) => {
    other.hello = { ...hello, version };
    expect(await other.companion.state()).toBe(state);
    if (state === 'outdated')
      expect(await other.companion.read(url, limits())).toEqual({ kind: 'refused', why: 'outdated' });
    expect(other.heard.some(({ kind }) => kind === 'read')).toBe(false);
  });

  test('the one that is built here is used', async () => {
    other.hello = { ...hello, version: companionVersion };
    expect(await other.companion.state()).toBe('ready');
  });
});

describe('a read', () => {
  test('N comes whole, in the order of its pieces', async () => {
    other.answers = () => [head, chunk('Once '), chunk('upon'), end(9)];
    const outcome = await other.companion.read(url, limits());
    expect(outcome).toMatchObject({ kind: 'response', status: 200, url, mime: 'text/html', charset: 'x' });
    expect(outcome.kind === 'response' && new TextDecoder().decode(outcome.body)).toBe('Once upon');
    expect(other.heard.at(-1)).toMatchObject({ kind: 'read', url, max_bytes: 20, timeout_ms: 1000 });
  });

  test.each([
    ['a refusal', [{ kind: 'error', id: 0, code: 'bad_type' }], 'bad_type'],
    ['more than was asked for', [head, chunk('x'.repeat(30))], 'too_large'],
    ['fewer bytes than its end says', [head, chunk('x'), end(2)], 'lost'],
    ['no head', [chunk('x'), end(1)], 'lost'],
  ] as const)('N that brings %s is refused by name', async (_, answers, why) => {
    other.answers = () => answers as unknown as CompanionResponse[];
    expect(await other.companion.read(url, limits())).toEqual({ kind: 'refused', why });
  });

  test('R13.4 of another site than the one that was allowed never leaves', async () => {
    expect(await other.companion.read('https://other.example/', limits())).toEqual({
      kind: 'refused',
      why: 'bad_address',
    });
    expect(other.heard).toEqual([]);
  });

  test('N that is stopped ends in the companion, too', async () => {
    const stop = new AbortController();
    other.answers = () => [head];
    const reading = other.companion.read(url, limits(stop.signal));
    await vi.waitFor(() => expect(other.heard.at(-1)?.kind).toBe('read'));
    stop.abort();
    expect(await reading).toEqual({ kind: 'refused', why: 'aborted' });
    expect(other.heard.at(-1)).toEqual({ kind: 'cancel', id: other.heard.at(-2)?.id });
  });

  test('N whose line ends is lost, and the next one opens a new line', async () => {
    const reading = other.companion.read(url, limits());
    await vi.waitFor(() => expect(other.heard.at(-1)?.kind).toBe('read'));
    other.end();
    expect(await reading).toEqual({ kind: 'refused', why: 'lost' });
    other.answers = () => [head, chunk('x'), end(1)];
    expect((await other.companion.read(url, limits())).kind).toBe('response');
    expect(other.opened).toBe(2);
  });
});

describe('the state', () => {
  test('N absent where no line can be had, where it ends unanswered, and where nobody answers', async () => {
    other.isThere = false;
    expect(await other.companion.state()).toBe('absent');
    other.isThere = true;
    other.answers = () => [];
    const silent = new BrowserCompanion({ isSeen: () => true, open: () => ({ patience: 50, post: () => undefined }) });
    expect(await silent.state()).toBe('absent');
    const gone = new BrowserCompanion({
      isSeen: () => true,
      open: (_, ended) => {
        queueMicrotask(ended);
        return { patience: 50, post: () => undefined };
      },
    });
    expect(await gone.state()).toBe('absent');
  });
});

describe('a question for a site', () => {
  const answered = (granted: boolean) => () => [
    { kind: 'asked', id: 0 } as CompanionResponse,
    { kind: 'answered', id: 0, granted } as CompanionResponse,
  ];
  const ask = (signal = new AbortController().signal) => other.companion.ask(site, 'a test', signal);

  test('N is answered by the person; one who said no is not asked again', async () => {
    other.answers = answered(true);
    expect(await ask()).toBe('granted');
    other.answers = answered(false);
    expect(await ask()).toBe('not_granted');
    other.answers = answered(true);
    expect(await ask()).toBe('not_granted');
    expect(other.heard.filter(({ kind }) => kind === 'ask')).toHaveLength(2);
  });

  test('N is not put while nobody sees the page', async () => {
    other.isSeen = false;
    expect(await ask()).toBe('not_granted');
    expect(other.heard).toEqual([]);
  });

  test('N keeps the companion awake by a hello every 20 seconds, and stands for five minutes', async () => {
    vi.useFakeTimers();
    try {
      other.answers = () => [{ kind: 'asked', id: 0 }];
      const stop = new AbortController();
      const asking = ask(stop.signal);
      await vi.advanceTimersByTimeAsync(61_000);
      expect(other.heard.map(({ kind }) => kind)).toEqual(['ask', 'hello', 'hello', 'hello']);
      stop.abort();
      expect(await asking).toBe('aborted');
    } finally {
      vi.useRealTimers();
    }
  });

  test('N two sites are asked for one after the other', async () => {
    other.answers = () => [{ kind: 'asked', id: 0 }];
    const first = ask();
    const second = other.companion.ask('https://second.example', '', new AbortController().signal);
    await vi.waitFor(() => expect(other.heard).toHaveLength(1));
    other.answers = answered(true);
    other.say({ kind: 'answered', id: other.heard[0]?.id ?? 0, granted: true });
    expect([await first, await second]).toEqual(['granted', 'granted']);
  });
});
