import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonOverlappingCentres } from '../../../src/ui/graph/graph-layout.ts';

const wanted = fc.array(
  fc.record({
    at: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 1, max: 200 }),
    weight: fc.constantFrom(0.25, 1, 4),
  }),
  { maxLength: 12 },
);

test('what has room stays where it wants to be, and what has none makes room in order', () => {
  expect(nonOverlappingCentres([])).toEqual([]);
  const cell = (at: number, weight = 1) => ({ at, width: 10, weight });
  expect(nonOverlappingCentres([cell(0), cell(50)])).toEqual([0, 50]);
  expect(nonOverlappingCentres([cell(0), cell(0)])).toEqual([-5, 5]);
  expect(nonOverlappingCentres([cell(0, 4), cell(0, 1)])).toEqual([-2, 8]);
});

test('nothing overlaps, and no common shift would be nearer to what is wanted', () => {
  fc.assert(
    fc.property(wanted, (all) => {
      const places = nonOverlappingCentres(all);
      places.slice(1).forEach((place, at) => {
        expect(place - places[at]!).toBeGreaterThanOrEqual((all[at]!.width + all[at + 1]!.width) / 2 - 1e-6);
      });
      const pull = all.reduce((sum, { at, weight }, index) => sum + weight * (at - places[index]!), 0);
      expect(Math.abs(pull)).toBeLessThan(1e-6 * Math.max(1, all.length * 2000));
    }),
  );
});
