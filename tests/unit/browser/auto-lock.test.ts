// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startKeyAutoLock } from '../../../src/browser/auto-lock.ts';

const minute = 60_000;
let minutes: number | null;
let isBusy: boolean;
let locked: number;

beforeEach(() => {
  vi.useFakeTimers();
  minutes = 15;
  isBusy = false;
  locked = 0;
  startKeyAutoLock({ minutes: () => minutes, isBusy: () => isBusy, lock: () => (locked += 1) });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('R13.1 what is encrypted is locked after the minutes of rest that the person has set', () => {
  vi.advanceTimersByTime(14.5 * minute);
  expect(locked).toBe(0);
  vi.advanceTimersByTime(minute);
  expect(locked).toBeGreaterThan(0);
});

test.each(['pointerdown', 'keydown'])('R13.1 a %s begins the rest anew', (act) => {
  vi.advanceTimersByTime(14 * minute);
  document.body.dispatchEvent(new Event(act, { bubbles: true }));
  vi.advanceTimersByTime(14 * minute);
  expect(locked).toBe(0);
  vi.advanceTimersByTime(2 * minute);
  expect(locked).toBeGreaterThan(0);
});

test('R13.1 a plan at work needs its key: the rest begins when it has ended', () => {
  isBusy = true;
  vi.advanceTimersByTime(120 * minute);
  expect(locked).toBe(0);
  isBusy = false;
  vi.advanceTimersByTime(14 * minute);
  expect(locked).toBe(0);
  vi.advanceTimersByTime(2 * minute);
  expect(locked).toBeGreaterThan(0);
});

test('R13.1 a machine that slept locks when it wakes', () => {
  vi.setSystemTime(Date.now() + 8 * 60 * minute);
  vi.advanceTimersByTime(10_000);
  expect(locked).toBe(1);
});

test('R13.1 who does not want it locked keeps it open', () => {
  minutes = null;
  vi.advanceTimersByTime(24 * 60 * minute);
  expect(locked).toBe(0);
});
