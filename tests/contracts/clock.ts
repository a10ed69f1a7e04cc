import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/ports/clock.ts';

export function clockContract(name: string, make: () => Clock): void {
  describe(`${name} keeps the contract of Clock`, () => {
    test('now is an instant in UTC with milliseconds and never goes back', () => {
      const clock = make();
      const times = Array.from({ length: 100 }, () => clock.now());
      for (const time of times) expect(new Date(time).toISOString()).toBe(time);
      expect([...times].sort()).toEqual(times);
    });

    test('the zone is one that dates can be shown in', () => {
      const timeZone = make().zone();
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    });

    test('chance lies in [0, 1) and varies', () => {
      const clock = make();
      const drawn = Array.from({ length: 100 }, () => clock.random());
      expect(drawn.every((each) => each >= 0 && each < 1)).toBe(true);
      expect(new Set(drawn).size).toBeGreaterThan(90);
    });

    test('ids are unique, carry their prefix, sort by time and are safe in effect ids', () => {
      const clock = make();
      const ids = Array.from({ length: 2000 }, () => clock.newId('run'));
      expect(new Set(ids).size).toBe(ids.length);
      expect([...ids].sort()).toEqual(ids);
      for (const id of ids) expect(id).toMatch(/^run_[0-9a-z]+$/);
    });
  });
}
