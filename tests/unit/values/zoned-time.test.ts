import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  addDays,
  addMonths,
  dateAt,
  isCalendarDate,
  startOfDay,
  weekdayOf,
} from '../../../src/values/calendar-date.ts';
import { figure } from '../../fixtures/figure.ts';
import {
  instantFromLocalTime,
  instantFromTimeWithOffset,
  isTimeZone,
  localTime,
  utcOffsetAt,
} from '../../../src/values/zoned-time.ts';

function at(text: string, zone: string): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
  return new Date(instantFromLocalTime({ year, month, day, hour, minute, second: 0 }, zone)).toISOString().slice(0, 16);
}

describe('what the clock shows, as an instant', () => {
  test.each([
    ['2026-01-15T15:00', 'Europe/Berlin', '2026-01-15T14:00'],
    ['2026-07-15T15:00', 'Europe/Berlin', '2026-07-15T13:00'],
    ['2026-01-15T15:00', 'Asia/Shanghai', '2026-01-15T07:00'],
    ['2026-01-15T15:00', 'America/New_York', '2026-01-15T20:00'],
    ['2026-01-15T15:00', 'Asia/Kolkata', '2026-01-15T09:30'],
    ['2026-01-15T15:00', 'Australia/Lord_Howe', '2026-01-15T04:00'],
    ['2026-01-15T15:00', 'Pacific/Kiritimati', '2026-01-15T01:00'],
    ['2026-01-15T15:00', 'Pacific/Pago_Pago', '2026-01-16T02:00'],
    ['2026-01-15T15:00', 'UTC', '2026-01-15T15:00'],
  ])('R9.6 %s in %s', (local, zone, utc) => {
    expect(at(local, zone)).toBe(utc);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59'],
    ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
    ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00'],
  ])('R9.6 in %s a time in the gap (%s) moves on by the gap', (zone, local, utc) => {
    expect(at(local, zone)).toBe(utc);
  });

  test.each([
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
  ])('R9.6 in %s a time that occurs twice (%s) is the earlier one', (zone, local, utc) => {
    expect(at(local, zone)).toBe(utc);
  });

  test('R9.6 every half hour that the clock shows around its changes, and each midnight in Greenwich, comes back as it was', () => {
    const day_ms = 86_400_000;
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca'];
    for (const zone of zones)
      for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += day_ms) {
        const isChange = utcOffsetAt(day, zone) !== utcOffsetAt(day + day_ms, zone);
        for (let ms = day; ms < day + day_ms; ms += isChange ? day_ms / 48 : day_ms) {
          const shown = localTime(ms, zone);
          expect(localTime(instantFromLocalTime(shown, zone), zone)).toEqual(shown);
        }
      }
  });

  test('R9.6 zones that do not exist are known as such', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});

describe('days', () => {
  test('R9.6 days are counted across months, leap years and changes of the clock', () => {
    expect([addDays('2026-02-28', 1), addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
      '2026-03-01',
      '2028-02-29',
      '2025-12-31',
    ]);
    expect([addMonths('2026-01-31', 1), addMonths('2026-11-15', 2), addMonths('2026-03-31', -1)]).toEqual([
      '2026-02-28',
      '2027-01-15',
      '2026-02-28',
    ]);
    expect([weekdayOf('2026-01-12'), weekdayOf('2026-01-18')]).toEqual([1, 7]);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', 'x'].map(isCalendarDate)).toEqual([false, false, false, false]);
    expect(dateAt(Date.parse('2026-01-14T23:30:00Z'), 'Asia/Shanghai')).toBe('2026-01-15');
    expect(startOfDay('2026-03-30', 'Europe/Berlin') - startOfDay('2026-03-29', 'Europe/Berlin')).toBe(23 * 3_600_000);
  });
});

test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Monrovia', 'Asia/Kathmandu', 'UTC'])(
  'R9.6 how far the clocks in %s are ahead is the same when it is asked again, to the minute',
  (zone) => {
    const starts = ['1880-01-01T00:00:07Z', '1971-12-31T23:59:59Z', '1987-04-05T03:30:00Z', '2026-03-29T00:59:30Z'];
    for (const start of starts.map((text) => Date.parse(text)))
      for (const at of [0, 1, 29_000, 30_000, 61_500, 3_600_000, 1].map((after) => start + after)) {
        const { year, month, day, hour, minute, second } = localTime(at, zone);
        const shown = Date.UTC(year, month - 1, day, hour, minute, second);
        expect(utcOffsetAt(at, zone)).toBe(shown - Math.floor(at / 1000) * 1000);
      }
  },
);

test('R9.6 the clocks of a zone are asked for the same minutes quickly', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  onTestFinished(() => asked.mockRestore());
  figure(() => {
    for (let nth = 0; nth < 20_000; nth += 1)
      utcOffsetAt(Date.UTC(2031, 0, 1) + (nth % 1000) * 60_000, 'Europe/Berlin');
  });
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1000);
});

test.each([
  ['Z', '2026-01-15T15:00'],
  ['z', '2026-01-15T15:00'],
  ['+02:00', '2026-01-15T13:00'],
  ['-0530', '2026-01-15T20:30'],
  [undefined, '2026-01-15T14:00'],
])('a time with the offset %s is at %s; without one it is of the clocks in the zone', (offset, utc) => {
  const local = { year: 2026, month: 1, day: 15, hour: 15, minute: 0, second: 0 };
  expect(new Date(instantFromTimeWithOffset(local, offset, 'Europe/Berlin')).toISOString().slice(0, 16)).toBe(utc);
});
