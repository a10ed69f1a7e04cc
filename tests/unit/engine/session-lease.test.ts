import { expect, test } from 'vitest';
import { SessionLease, type LeaseState } from '../../../src/engine/session-lease.ts';
import type { Locks } from '../../../src/ports/locks.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';

/** One browser with tabs on one session; time passes when the test says so. */
class Browser {
  readonly locks = new MemoryLocks();
  readonly #tabs = new MemoryTabs();
  readonly log: string[] = [];
  #timers: { at: number; go: () => void }[] = [];
  #now = 0;

  tab(name: string, locks: Locks = this.locks) {
    const tabs = this.#tabs.other();
    const lease = new SessionLease({
      sessionId: 's1',
      locks,
      tabs,
      wait: (ms) => new Promise((go) => this.#timers.push({ at: this.#now + ms, go })),
      open: async ({ goOn }) => {
        this.log.push(`${name} ${goOn ? 'goes on' : 'opens'}`);
        return {
          settled: async () => void this.log.push(`${name} settles`),
          close: async () => void this.log.push(`${name} closes`),
        } as unknown as SessionRunner;
      },
    });
    return { lease, tabs };
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { go } of due) go();
    await quiet();
  }
}

const quiet = () => new Promise((resolve) => setImmediate(resolve));
const kind = ({ current }: { current: LeaseState }) => current.kind;

/** Two tabs of one session, of which the first came first. */
async function twoTabs() {
  const browser = new Browser();
  const [first, second] = [browser.tab('first'), browser.tab('second')];
  for (const { lease } of [first, second]) {
    lease.acquire();
    await quiet();
  }
  return { browser, first, second };
}

test('R12.3 the first tab works, the second looks on', async () => {
  const { browser, first, second } = await twoTabs();
  expect([kind(first.lease), kind(second.lease)]).toEqual(['working', 'watching']);
  expect(browser.log).toEqual(['first opens']);
});

test('R12.3 a tab that is asked lets go once all is stored, and the other goes on', async () => {
  const { browser, first, second } = await twoTabs();
  await second.lease.takeOver();
  expect([kind(first.lease), kind(second.lease)]).toEqual(['watching', 'working']);
  expect(browser.log).toEqual(['first opens', 'first settles', 'first closes', 'second goes on']);
});

test('R12.3 a session that comes from another device goes on, also where it could not be opened before', async () => {
  const log: string[] = [];
  const lease = new SessionLease({
    ...{ sessionId: 's1', locks: new MemoryLocks(), tabs: new MemoryTabs() },
    wait: () => new Promise(() => undefined),
    open: async ({ goOn }) => {
      log.push(goOn ? 'goes on' : 'opens');
      if (log.length === 1) throw new Error('elsewhere');
      return { settled: async () => undefined, close: async () => undefined } as unknown as SessionRunner;
    },
  });
  lease.acquire();
  await quiet();
  await lease.takeOver(true);
  expect(log).toEqual(['opens', 'goes on']);
});

test('R12.3 a takeover from another device that finds the session being opened does not continue a later task unasked', async () => {
  const log: string[] = [];
  const openings: (() => void)[] = [];
  const lease = new SessionLease({
    ...{ sessionId: 's1', locks: new MemoryLocks(), tabs: new MemoryTabs() },
    wait: () => new Promise(() => undefined),
    open: async ({ goOn }) => {
      log.push(goOn ? 'goes on' : 'opens');
      await new Promise<void>((open) => openings.push(open));
      return { settled: async () => undefined, close: async () => undefined } as unknown as SessionRunner;
    },
  });
  const reopen = async () => {
    await lease.release();
    lease.acquire();
    await quiet();
  };
  const plain = lease.takeOver();
  await quiet();
  const going = lease.takeOver(true);
  openings[0]?.();
  await Promise.all([plain, going]);
  await reopen();
  expect(log).toEqual(['opens', 'opens']);

  void lease.takeOver(true);
  const released = lease.release();
  openings[1]?.();
  await released;
  lease.acquire();
  await quiet();
  expect(log).toEqual(['opens', 'opens', 'opens']);
});

test('R12.3 when the working tab ends, the one that looks on goes on by itself', async () => {
  const { browser, first, second } = await twoTabs();
  first.lease.suspend();
  await quiet();
  expect(kind(second.lease)).toBe('working');
  expect(browser.log.at(-1)).toBe('second goes on');
});

test('R8.3 a tab that finds nobody at work only opens the session: its task is found interrupted', async () => {
  const browser = new Browser();
  const dying = browser.tab('dying');
  dying.tabs.frozen = true;
  dying.lease.acquire();
  await quiet();
  const reloaded = browser.tab('reloaded');
  reloaded.lease.acquire();
  await quiet();
  expect(kind(reloaded.lease)).toBe('taking');
  dying.lease.suspend();
  await quiet();
  expect(browser.log.at(-1)).toBe('reloaded opens');
});

test('R12.3 a frozen tab is known by its silence, and the session is taken from it by force', async () => {
  const browser = new Browser();
  const [frozen, other] = [browser.tab('frozen'), browser.tab('other')];
  frozen.lease.acquire();
  await quiet();
  frozen.tabs.frozen = true;
  other.lease.acquire();
  await quiet();
  expect(kind(other.lease)).toBe('taking');
  await browser.pass(3000);
  expect(kind(other.lease)).toBe('watching');
  const working = other.lease.takeOver();
  await browser.pass(1200);
  await working;
  expect(kind(other.lease)).toBe('working');
  expect(kind(frozen.lease)).toBe('watching');
  expect(browser.log).toEqual(['frozen opens', 'frozen closes', 'other goes on']);
});

test('R12.3 after many hand-overs there is one that works, and each opening was preceded by a closing', async () => {
  const browser = new Browser();
  const tabs = ['a', 'b', 'c'].map((name) => browser.tab(name));
  for (const { lease } of tabs) lease.acquire();
  await quiet();
  for (let turn = 0; turn < 60; turn += 1) {
    await tabs[(turn * 7 + 1) % 3]!.lease.takeOver();
    expect(tabs.filter(({ lease }) => kind(lease) === 'working')).toHaveLength(1);
  }
  const moves = browser.log.filter((line) => !line.endsWith('settles')).map((line) => line.split(' ')[1]);
  expect(moves.every((move, at) => (at % 2 === 0 ? move !== 'closes' : move === 'closes'))).toBe(true);
});

test('R12.3 the tab that asks comes before one that has waited longer', async () => {
  const browser = new Browser();
  const [first, second, third] = [browser.tab('first'), browser.tab('second'), browser.tab('third')];
  for (const { lease } of [first, second, third]) {
    lease.acquire();
    await quiet();
  }
  await third.lease.takeOver();
  await quiet();
  expect(browser.log).toEqual(['first opens', 'first settles', 'first closes', 'third goes on']);
  expect([kind(first.lease), kind(second.lease), kind(third.lease)]).toEqual(['watching', 'watching', 'working']);
});

test('R12.3 two tabs that ask at once: one works in the end, the other looks on', async () => {
  const browser = new Browser();
  const [first, second, third] = [browser.tab('first'), browser.tab('second'), browser.tab('third')];
  for (const { lease } of [first, second, third]) {
    lease.acquire();
    await quiet();
  }
  const asked = [second.lease.takeOver(), third.lease.takeOver()];
  await quiet();
  await browser.pass(1200);
  await Promise.all(asked);
  await quiet();
  expect([first, second, third].filter(({ lease }) => kind(lease) === 'working')).toHaveLength(1);
});

test('a session that cannot be opened says so, and opens at the next try', async () => {
  const browser = new Browser();
  let broken = true;
  const lease = new SessionLease({
    sessionId: 's1',
    locks: browser.locks,
    tabs: new MemoryTabs(),
    wait: () => new Promise(() => undefined),
    open: async () => {
      if (broken) throw new Error('no storage');
      return {} as SessionRunner;
    },
  });
  await expect(lease.takeOver()).rejects.toThrow('no storage');
  broken = false;
  await expect(lease.takeOver()).resolves.toBeDefined();
});

test('a tab that leaves lets go, and does not come back by itself', async () => {
  const { browser, first, second } = await twoTabs();
  await second.lease.release();
  await first.lease.release();
  await quiet();
  expect([kind(first.lease), kind(second.lease)]).toEqual(['taking', 'taking']);
  second.lease.acquire();
  await quiet();
  expect(browser.log.at(-1)).toBe('second opens');
});

test('R8.1 what is done while the session is being closed waits until it is open again', async () => {
  let asked: Promise<SessionRunner> | null = null;
  const lease: SessionLease = new SessionLease({
    sessionId: 's1',
    locks: new MemoryLocks(),
    tabs: new MemoryTabs(),
    wait: () => new Promise(() => undefined),
    open: async () => {
      const close = async () => void (asked ??= lease.takeOver());
      return { settled: async () => undefined, close } as unknown as SessionRunner;
    },
  });
  const closed = await lease.takeOver();
  await lease.release();
  await expect(asked).resolves.not.toBe(closed);
  expect(kind(lease)).toBe('working');
});

test('R12.3 where the browser never grants a lock, the session is worked on all the same: its fence keeps others from writing', async () => {
  const browser = new Browser();
  const deaf = browser.tab('deaf', {
    take: () => new Promise(() => undefined),
    seize: () => new Promise(() => undefined),
    held: async () => new Set(),
  });
  deaf.lease.acquire();
  const working = deaf.lease.takeOver();
  await quiet();
  await browser.pass(1200);
  await browser.pass(3000);
  await working;
  expect(kind(deaf.lease)).toBe('working');
});
