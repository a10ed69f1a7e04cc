// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Subject } from '../../../src/engine/subject.ts';
import { ObservableState, throttledOptions } from '../../../src/ui/app/observable-state.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A display of a number that each change raises. */
function display() {
  const live = new Subject(0);
  const state = new ObservableState(live, 0, throttledOptions);
  let shown = 0;
  let updates = 0;
  const end = $effect.root(() => {
    $effect(() => {
      shown = state.current;
      updates += 1;
    });
  });
  flushSync();
  let latest = 0;
  const change = (every: number, times: number) => {
    const before = updates;
    for (let nth = 0; nth < times; nth += 1) {
      live.send((latest += 1));
      flushSync();
      vi.advanceTimersByTime(every);
      flushSync();
    }
    return updates - before;
  };
  return { change, end, isUpToDate: () => shown === latest };
}

test('R12.7 what changes faster than it can be read is updated at each beat, and at every other one in the long run', () => {
  const { change, end, isUpToDate } = display();
  expect(change(100, 40)).toBeLessThanOrEqual(11);
  change(100, 20);
  expect(change(100, 80)).toBeLessThanOrEqual(11);
  vi.advanceTimersByTime(2000);
  flushSync();
  expect(isUpToDate()).toBe(true);
  expect(change(100, 40)).toBeGreaterThan(9);
  end();
});

test('R12.7 updates that come a little slower than the beats are the same long run', () => {
  const { change, end, isUpToDate } = display();
  change(450, 20);
  expect(change(450, 20)).toBeLessThanOrEqual(12);
  vi.advanceTimersByTime(2000);
  flushSync();
  expect(isUpToDate()).toBe(true);
  end();
});

test('R12.7 however long it lasts, each change that comes alone is shown at once', () => {
  const { change, end, isUpToDate } = display();
  for (let nth = 0; nth < 20; nth += 1) {
    vi.advanceTimersByTime(1000);
    expect(change(0, 1)).toBe(1);
    expect(isUpToDate()).toBe(true);
  }
  end();
});
