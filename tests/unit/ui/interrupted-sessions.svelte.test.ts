// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionOnOtherDevice } from '../../../src/ports/devices.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import type { Session } from '../../../src/task/session.ts';
import { watchInterruptedSessions } from '../../../src/ui/background/interrupted-sessions.svelte.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string, plan_status: Session['plan_status']): Session => ({
  ...{ id, title: id, plan_status, steps_ended: 0, steps_total: 2 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
});

class Page {
  sessions = $state.raw<readonly Session[]>([]);
  interrupted = $state.raw<readonly string[]>([]);
}

const take = (locks: MemoryLocks, id: string) =>
  locks.take(`cairn/${id}`, { signal: new AbortController().signal, lost: () => undefined });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('R8.6, R12.3 a session stored as at work is interrupted once no tab works on it, and only then', async () => {
  const locks = new MemoryLocks();
  const page = new Page();
  const release = await take(locks, 'there');
  const end = watchInterruptedSessions(page, { locks, others: async () => null });
  page.sessions = [session('here', 'running'), session('there', 'planning'), session('done', 'completed')];
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.interrupted).toEqual(['here']);

  release?.();
  await vi.advanceTimersByTimeAsync(3000);
  expect(page.interrupted).toEqual(['here', 'there']);

  await take(locks, 'here');
  page.sessions = [session('here', 'running'), session('there', 'paused')];
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.interrupted).toEqual([]);
  end();
});

test('R12.3 locks are asked for only while a session is stored as at work', async () => {
  const page = new Page();
  const held = vi.fn(async () => new Set<string>());
  const end = watchInterruptedSessions(page, { locks: { held }, others: async () => null });
  page.sessions = [session('a', 'paused')];
  flushSync();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(held).not.toHaveBeenCalled();
  page.sessions = [session('a', 'running')];
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.interrupted).toEqual(['a']);
  page.sessions = [session('a', 'completed')];
  flushSync();
  expect(page.interrupted).toEqual([]);
  const asked = held.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(held).toHaveBeenCalledTimes(asked);
  end();
});

test.each([async () => null, async () => Promise.reject(new Error('denied'))])(
  'R12.3 a browser that does not tell of its locks leaves each session as it is stored',
  async (held) => {
    const page = new Page();
    const end = watchInterruptedSessions(page, { locks: { held }, others: async () => null });
    page.sessions = [session('a', 'running')];
    flushSync();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.interrupted).toEqual([]);
    end();
  },
);

test('R8.6 a session that another device works on is not interrupted', async () => {
  const page = new Page();
  const place: SessionOnOtherDevice = {
    ...{ device: 'Phone', at, frozen: null },
    session: { plan_status: 'running', steps_ended: 0, steps_total: 2 },
  };
  const away = (id: string): Observable<SessionOnOtherDevice | null> => ({
    subscribe: (next) => {
      queueMicrotask(() => next(id === 'far' ? place : null));
      return () => undefined;
    },
  });
  const end = watchInterruptedSessions(page, {
    locks: new MemoryLocks(),
    others: async () => ({ away }),
  });
  page.sessions = [session('far', 'running'), session('near', 'running')];
  flushSync();
  await vi.advanceTimersByTimeAsync(10);
  expect(page.interrupted).toEqual(['near']);
  end();
});
