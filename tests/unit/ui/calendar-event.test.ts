import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendarEvent } from '../../../src/ui/schedule/agenda.ts';
import { calendarViewDays } from '../../../src/ui/schedule/calendar-view-days.ts';
import { anEntry } from '../calendar/an-entry.ts';

test('R14.4 an entry lies on the calendar where the clocks of the person show it', () => {
  expect(toCalendarEvent(anEntry(), 'Asia/Shanghai')).toEqual({
    id: 'e1 2026-01-05T08:00:00.000Z',
    allDay: false,
    start: '2026-01-05T16:00:00',
    end: '2026-01-05T17:00:00',
  });
});

test('R14.4 an all-day entry lies on its own days wherever it is looked at from', () => {
  const entry = anEntry({ all_day: true, start: '2026-01-31', end: '2026-02-01' });
  expect(toCalendarEvent(entry, 'Pacific/Apia')).toMatchObject({
    allDay: true,
    start: '2026-01-31T00:00:00',
    end: '2026-02-02T00:00:00',
  });
});

test('R14.4 an entry across the hour that comes twice still has its length', () => {
  const entry = anEntry({ start: '2026-10-25T00:30:00.000Z', end: '2026-10-25T01:15:00.000Z' });
  expect(toCalendarEvent(entry, 'Europe/Berlin')).toMatchObject({
    start: '2026-10-25T02:30:00',
    end: '2026-10-25T03:15:00',
  });
});

test('R14.4 on the calendar every entry ends after it starts', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const from = fc.integer({ min: 29_453_000, max: 30_504_000 }).map((n) => n * 60_000);
  fc.assert(
    fc.property(from, fc.integer({ min: 1, max: 5000 }), zone, (start, length, seenIn) => {
      const times = { start: new Date(start).toISOString(), end: new Date(start + length * 60_000).toISOString() };
      const event = toCalendarEvent(anEntry(times), seenIn);
      expect(event.end > event.start).toBe(true);
    }),
  );
});

test('R14.4 a view shows its day, its week from Monday on, or the weeks of its month, and is turned by as much', () => {
  expect(calendarViewDays.of('day', '2026-11-22')).toEqual({ first: '2026-11-22', last: '2026-11-22' });
  expect(calendarViewDays.of('week', '2026-11-22')).toEqual({ first: '2026-11-16', last: '2026-11-22' });
  expect(calendarViewDays.of('month', '2026-11-22')).toEqual({ first: '2026-10-26', last: '2026-12-06' });
  expect(calendarViewDays.turned('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(calendarViewDays.turned('week', '2026-11-22', -1)).toBe('2026-11-15');
  expect(calendarViewDays.turned('month', '2026-01-31', 1)).toBe('2026-02-28');
});
