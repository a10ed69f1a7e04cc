import { expect, test, vi } from 'vitest';
import { BrowserClock } from '../../../src/browser/clock.ts';
import { clockContract } from '../../contracts/clock.ts';

clockContract("the browser's clock", () => new BrowserClock());

test("time and ids go on when the machine's clock is set back", () => {
  const clock = new BrowserClock();
  const machine = vi.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000);
  const [time, id] = [clock.now(), clock.newId('run')];
  machine.mockReturnValue(1_000_000_000_000);
  expect(clock.now()).toBe(time);
  expect(clock.newId('run') > id).toBe(true);
  machine.mockRestore();
});
