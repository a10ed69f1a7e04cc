import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStamp, stampTime } from '../../../src/ports/replica-record.ts';

test('O the first stamp of a device has the time of its row, so that the later of two rows wins, whatever the devices are called', () => {
  fc.assert(
    fc.property(fc.nat(4e12), fc.integer({ min: 1, max: 1e9 }), fc.string(), fc.string(), (time, more, one, other) => {
      const [early, late] = [nextStamp('', time, one), nextStamp('', time + more, other)];
      expect([stampTime(early), stampTime(late)]).toEqual([time, time + more]);
      expect(late > early).toBe(true);
    }),
  );
});

test('O a stamp comes after the last one, also where the clock goes back', () => {
  const last = nextStamp('', 2000, 'a');
  expect(nextStamp(last, 1000, 'a') > last).toBe(true);
  expect(nextStamp(last, 3000, 'b') > last).toBe(true);
});
