import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryTimesAfterMove, entryTimesAfterResize, seriesTimesAfterMove } from '../../../src/calendar/moved-times.ts';
import { occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { wallTime } from '../../../src/calendar/times.ts';
import { anEntry } from './an-entry.ts';

const [hour, day] = [3_600_000, 86_400_000];
const berlin = 'Europe/Berlin';
const zones = [berlin, 'America/New_York', 'Asia/Shanghai', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
const zone = fc.constantFrom(...zones);
const minutes = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => n * 60_000);
const timed = fc
  .record({ from: minutes(29_453_000, 30_504_000), length: minutes(1, 3 * 1440), zone })
  .map(({ from, length, zone }) =>
    anEntry({ start: new Date(from).toISOString(), end: new Date(from + length).toISOString(), zone }),
  );
const steps = minutes(-14 * 96, 14 * 96).map((n) => n * 15);

test('R14.4 an entry that is dragged an hour on is an hour later and as long', () => {
  expect(entryTimesAfterMove(anEntry(), hour, berlin)).toEqual({
    start: '2026-01-05T09:00:00.000Z',
    end: '2026-01-05T10:00:00.000Z',
  });
});

test('R14.4 dragged across the change to summer time, an entry keeps what the clocks show', () => {
  const entry = anEntry({ start: '2026-03-28T08:00:00.000Z', end: '2026-03-28T09:00:00.000Z' });
  expect(entryTimesAfterMove(entry, day, berlin)).toEqual({
    start: '2026-03-29T07:00:00.000Z',
    end: '2026-03-29T08:00:00.000Z',
  });
  const night = anEntry({ start: '2026-03-27T22:00:00.000Z', end: '2026-03-28T05:00:00.000Z' });
  expect(entryTimesAfterMove(night, day, berlin)).toEqual({
    start: '2026-03-28T22:00:00.000Z',
    end: '2026-03-29T04:00:00.000Z',
  });
});

test('R14.4 dropped into the hour that is left out, an entry begins an hour later and goes on', () => {
  const entry = anEntry({ start: '2026-03-28T01:30:00.000Z', end: '2026-03-28T02:00:00.000Z' });
  const moved = entryTimesAfterMove(entry, day, berlin);
  expect(moved.start).toBe('2026-03-29T01:30:00.000Z');
  expect(Date.parse(moved.end)).toBeGreaterThan(Date.parse(moved.start));
});

test('R14.4 an all-day entry is dragged and resized by days, and never ends before it starts', () => {
  const entry = anEntry({ all_day: true, start: '2026-03-28', end: '2026-03-29' });
  expect(entryTimesAfterMove(entry, 2 * day, berlin)).toEqual({ start: '2026-03-30', end: '2026-03-31' });
  expect(entryTimesAfterResize(entry, day, berlin)).toEqual({ start: '2026-03-28', end: '2026-03-30' });
  expect(entryTimesAfterResize(entry, -3 * day, berlin)).toEqual({ start: '2026-03-28', end: '2026-03-29' });
});

test('R14.4 an end dragged before the start stays where it was', () => {
  expect(entryTimesAfterResize(anEntry(), -hour, berlin)).toEqual({ start: anEntry().start, end: anEntry().end });
});

test('R14.4 wherever and however far an entry is dragged, it ends after it starts and begins where it was dropped', () => {
  fc.assert(
    fc.property(timed, steps, zone, (entry, by, seenIn) => {
      const { start, end } = entryTimesAfterMove(entry, by, seenIn);
      const wanted = wallTime.at(Date.parse(entry.start), seenIn) + by;
      const shown = wallTime.at(Date.parse(start), seenIn);
      expect(Date.parse(end)).toBeGreaterThan(Date.parse(start));
      expect(by === 0 || wallTime.instant(wanted, seenIn) === Date.parse(start)).toBe(true);
      expect(Math.abs(shown - wanted)).toBeLessThanOrEqual(day);
    }),
  );
});

test('R14.4 a resized entry keeps its start and ends after it', () => {
  fc.assert(
    fc.property(timed, steps, zone, (entry, by, seenIn) => {
      const { start, end } = entryTimesAfterResize(entry, by, seenIn);
      expect(start).toBe(entry.start);
      expect(Date.parse(end)).toBeGreaterThan(Date.parse(start));
    }),
  );
});

test('R14.4 when one of a daily entry is dragged and all follow, the one that was dragged is where it was dropped', () => {
  const series = fc.record({ hours: fc.integer({ min: 6, max: 18 }), at: fc.integer({ min: 0, max: 40 }), by: steps });
  fc.assert(
    fc.property(series, ({ hours, at, by }) => {
      const start = wallTime.instant(wallTime.read('2026-03-10T00:00') + hours * hour, berlin);
      const times = { start: new Date(start).toISOString(), end: new Date(start + hour).toISOString() };
      const stored = anEntry({ ...times, repeat: 'FREQ=DAILY' });
      const dragged = occurrencesIn([stored], { from: start, until: start + 60 * day })[at]!.entry;
      const to = entryTimesAfterMove(dragged, Math.round(by / hour) * hour, berlin);
      const first = seriesTimesAfterMove(stored, dragged, to);
      const after = { ...stored, ...first };
      const whole = { from: Date.parse(to.start), until: Date.parse(to.end) };
      const shown = wallTime.at(Date.parse(to.start), berlin) - wallTime.at(Date.parse(dragged.start), berlin);
      expect(wallTime.at(Date.parse(first.start), berlin) - wallTime.at(Date.parse(stored.start), berlin)).toBe(shown);
      expect(Date.parse(first.end) - Date.parse(first.start)).toBeGreaterThan(0);
      expect(occurrencesIn([after], whole).map(({ entry }) => entry.start)).toContain(to.start);
    }),
  );
});
