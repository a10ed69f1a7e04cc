// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import { Subject } from '../../../src/engine/subject.ts';
import { ObservableState } from '../../../src/ui/app/observable-state.svelte.ts';
import { JournalWindow } from '../../../src/ui/session/journal-window.svelte.ts';

const entry = (seq: number): JournalEntry => ({
  ...{ session_id: 's1', task_id: null, step_id: null, at: '2026-01-01T10:00:00.000Z' },
  ...{ seq, body: { type: 'resume' } },
});
const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => entry(from + at));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('R12.7 what is shown stays while a tab begins to work on the session', () => {
  const stored = new Subject<JournalEntry[]>(entries(1, 2));
  const quiet = new Subject<JournalEntry[]>(null);
  let reads = 0;
  const journal = (): Observable<JournalEntry[]> => ((reads += 1), reads === 1 ? stored : quiet);
  const tab = new ObservableState<Observable<readonly JournalEntry[]> | null>(new Subject(null), null);
  const seen: (number[] | undefined)[] = [];
  const end = $effect.root(() => {
    const sessions = { journal, journalFrom: journal, journalBefore: async () => [] };
    const window = new JournalWindow(sessions, 's1', 3, () => tab.current);
    $effect(() => void seen.push(window.entries?.map(({ seq }) => seq)));
  });
  flushSync();
  tab.setOptimistic(new Subject<readonly JournalEntry[]>(null));
  flushSync();
  expect(reads).toBe(2);
  expect(seen.at(-1)).toEqual([1, 2]);
  expect(seen.indexOf(undefined)).toBeLessThan(1);
  end();
});

/** A window over a record whose stored entries are told by `stored`, in a tab that works on the session. */
function opened(atFirst: number) {
  const stored = new Subject<JournalEntry[]>(null);
  const committed = new Subject<readonly JournalEntry[]>(null);
  const readers = { reads: 0 };
  const journal = (): Observable<JournalEntry[]> => ({
    subscribe: (next) => {
      readers.reads += 1;
      return stored.subscribe(next);
    },
  });
  const sessions = { journal, journalFrom: journal, journalBefore: async () => [] };
  const seen: (number[] | undefined)[] = [];
  let window: JournalWindow | undefined;
  const end = $effect.root(() => {
    window = new JournalWindow(sessions, 's1', atFirst, () => committed);
    $effect(() => void seen.push(window?.entries?.map(({ seq }) => seq)));
  });
  flushSync();
  const latest = () => {
    vi.advanceTimersByTime(1000);
    flushSync();
    return seen.at(-1);
  };
  return { stored, committed, latest, readers, end };
}

test('R12.7 a tab that works reads the record once, and adds what it commits', async () => {
  const { stored, committed, latest, readers, end } = opened(3);
  stored.send(entries(1, 2));
  expect(latest()).toEqual([1, 2]);
  await Promise.resolve();
  stored.send(entries(1, 9));
  committed.send(entries(3, 3));
  expect(latest()).toEqual([1, 2, 3]);
  committed.send(entries(4, 5));
  expect(latest()).toEqual([3, 4, 5]);
  expect(readers.reads).toBe(1);
  end();
});

test('R12.7 what is committed while the record is being read stands in it once', () => {
  const { stored, committed, latest, end } = opened(10);
  committed.send(entries(3, 4));
  stored.send(entries(1, 3));
  expect(latest()).toEqual([1, 2, 3, 4]);
  end();
});

test('R12.7 the oldest entries leave many at a time, so that the places of the others seldom change', () => {
  const { stored, committed, latest, end } = opened(4);
  stored.send(entries(1, 4));
  expect(latest()).toEqual([1, 2, 3, 4]);
  committed.send(entries(5, 5));
  committed.send(entries(6, 6));
  expect(latest()).toEqual([1, 2, 3, 4, 5, 6]);
  committed.send(entries(7, 7));
  expect(latest()).toEqual([4, 5, 6, 7]);
  end();
});
