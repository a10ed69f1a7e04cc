import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompressedTimeAxis } from '../../../src/ui/history/compressed-time.ts';
import { mergeTimeSpans, subtractTimeSpans } from '../../../src/task/time-spans.ts';

const hour = 3_600_000;

test('R14.3 idle hours between minutes of work are drawn as a short break, and the work to scale', () => {
  const minutes = 60_000;
  const work = [
    { from: 0, to: 4 * minutes },
    { from: 9 * hour, to: 9 * hour + 4 * minutes },
  ];
  const time = new CompressedTimeAxis({ from: 0, to: 9 * hour + 4 * minutes }, work);
  expect(time.stretches.map(({ broken }) => broken)).toEqual([false, true, false]);
  const [first, gap, last] = time.stretches.map(({ start, end }) => end - start);
  expect(first).toBeCloseTo(last ?? 0);
  expect(first).toBeGreaterThan(0.4);
  expect(gap).toBeLessThan(0.1);
  expect(time.place(2 * minutes)).toBeCloseTo((first ?? 0) / 2);
});

test('R14.3 short pauses are drawn as long as they were', () => {
  const time = new CompressedTimeAxis({ from: 0, to: 100 }, [
    { from: 0, to: 45 },
    { from: 50, to: 100 },
  ]);
  expect(time.stretches).toEqual([{ from: 0, to: 100, start: 0, end: 1, broken: false }]);
  expect(time.place(45)).toBeCloseTo(0.45);
});

const span = fc
  .tuple(fc.integer({ min: 0, max: 10 * hour }), fc.integer({ min: 0, max: hour }))
  .map(([from, length]) => ({ from, to: from + length }));

test('R14.3 whatever the times, nothing runs backwards and the whole width is used', () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 20 }),
      span,
      fc.array(fc.integer({ min: -hour, max: 12 * hour })),
      (work, whole, moments) => {
        const time = new CompressedTimeAxis(whole, work);
        let at: { to: number; end: number } = { to: whole.from, end: 0 };
        for (const stretch of time.stretches) {
          expect([stretch.from, stretch.start]).toEqual([at.to, at.end]);
          expect(stretch.end).toBeGreaterThanOrEqual(stretch.start);
          at = stretch;
        }
        expect(at.to).toBe(whole.to);
        if (whole.to > whole.from) expect(at.end).toBeCloseTo(1);
        const places = moments.sort((a, b) => a - b).map((moment) => time.place(moment));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const place of places) expect(place).toBeLessThanOrEqual(1 + 1e-9);
      },
    ),
  );
});

test('R14.3 joined and left-out stretches cover the same time as before', () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 12 }),
      span,
      fc.integer({ min: 0, max: 11 * hour }),
      (spans, whole, moment) => {
        const joined = mergeTimeSpans(spans);
        const inside = (list: { from: number; to: number }[]) =>
          list.some(({ from, to }) => from < moment && moment < to);
        const left = subtractTimeSpans(whole, joined);
        const edge = [...spans, whole].some(({ from, to }) => from === moment || to === moment);
        fc.pre(!edge);
        expect(inside(joined)).toBe(inside(spans));
        expect(inside(left)).toBe(whole.from < moment && moment < whole.to && !inside(joined));
      },
    ),
  );
});
