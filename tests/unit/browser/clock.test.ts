import { expect, test, vi } from 'vitest';
import { BrowserClock } from '../../../src/browser/clock.ts';
import { clockContract } from '../../contracts/clock.ts';

clockContract("the browser's clock", () => new BrowserClock());

test.each([
  ['a clock that is set back by seconds stands still until time catches up', 10_000, 0],
  ['a clock that is set back by more is followed, since dates would be wrong', 86_400_000, 86_400_000],
])('%s', (_, back, followed) => {
  const clock = new BrowserClock();
  const ahead = 2_000_000_000_000;
  const machine = vi.spyOn(Date, 'now').mockReturnValue(ahead);
  clock.now();
  machine.mockReturnValue(ahead - back);
  expect(clock.now()).toBe(new Date(ahead - followed).toISOString());
  machine.mockRestore();
});

test('ids sort by their creation when the clock of the machine is set back', () => {
  const clock = new BrowserClock();
  const machine = vi.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000);
  const id = clock.newId('run');
  machine.mockReturnValue(1_000_000_000_000);
  expect(clock.newId('run') > id).toBe(true);
  machine.mockRestore();
});

test('languages are those that the browser names, without names that are no language tags', () => {
  vi.stubGlobal('navigator', { languages: ['C', 'de-CH', 'en-US@posix', 'en'] });
  expect(new BrowserClock().languages()).toEqual(['de-CH', 'en']);
  vi.unstubAllGlobals();
});
