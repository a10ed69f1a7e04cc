import { expect, test } from 'vitest';
import { figure } from '../../fixtures/figure.ts';
import { occurrenceAt, occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { readIcs } from '../../../src/calendar/ics/read-ics.ts';
import { recurrenceDays } from '../../../src/calendar/repeat-times.ts';
import { simpleRecurrenceRule } from '../../../src/calendar/repeat-rule.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { dueReminders } from '../../../src/engine/due-reminders.ts';
import { anEntry } from './an-entry.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-23T08:00:00.000Z');

/** One event with a reminder, as a calendar file brings it. */
function imported(...lines: string[]): CalendarEntry {
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM'];
  const event = ['BEGIN:VEVENT', 'UID:a@b', 'SUMMARY:Water', ...lines, ...alarm, 'END:VEVENT'];
  const read = readIcs(['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n'), {
    ...{ zone: 'Europe/Berlin', stored: [], now: '2026-11-23T08:00:00.000Z', untitled: 'Untitled' },
    newId: () => 'e1',
  });
  const [row] = read.ok ? read.rows : [];
  if (!row) throw new Error(JSON.stringify(read));
  return row;
}

const left = Array.from({ length: 20_000 }, (_, at) =>
  new Date(Date.UTC(2012, 0, 1, 9) + at * day).toISOString().slice(0, 10).replaceAll('-', ''),
).join(',');

test.each<[string, string[], number]>([
  ['longer than it takes to repeat', ['DTSTART:20120101T090000Z', 'DTEND:20600101T090000Z', 'RRULE:FREQ=DAILY'], 1],
  [
    'of whole days and longer than it takes to repeat',
    ['DTSTART;VALUE=DATE:20120101', 'DTEND;VALUE=DATE:20600101', 'RRULE:FREQ=DAILY'],
    1,
  ],
  ['counted for long', ['DTSTART:20000101T090000Z', 'DTEND:20000101T093000Z', 'RRULE:FREQ=DAILY;COUNT=10000'], 1],
  [
    'counted through days that seldom come',
    ['DTSTART:16040101T090000Z', 'DTEND:16040101T093000Z', 'RRULE:FREQ=DAILY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29'],
    0,
  ],
  [
    'with places named without end',
    ['DTSTART:20120101T090000Z', 'DTEND:20120101T093000Z', `RRULE:FREQ=YEARLY;BYSETPOS=${'300,'.repeat(50_000)}1`],
    0,
  ],
  [
    'with exceptions without end',
    ['DTSTART:20120101T090000Z', 'DTEND:20120101T093000Z', 'RRULE:FREQ=DAILY', `EXDATE;VALUE=DATE:${left}`],
    0,
  ],
])('R9.6 a hundred imported events, each %s, are looked through for reminders', (_, lines, due) => {
  const entry = imported(...lines);
  figure(() => {
    for (let nth = 0; nth < 100; nth += 1) expect(dueReminders([entry], now, now + day)).toHaveLength(due);
  });
});

test('R9.6 of an entry that is longer than it takes to repeat the latest times are shown, not thousands', () => {
  const entry = anEntry({ start: '2012-01-01T08:00:00.000Z', end: '2060-01-01T08:00:00.000Z', repeat: 'FREQ=DAILY' });
  const shown = occurrencesIn([entry], { from: now, until: now + day });
  expect(shown.length).toBeGreaterThan(50);
  expect(shown.length).toBeLessThan(110);
  expect(shown.at(-1)?.entry.start).toBe('2026-11-23T08:00:00.000Z');
  expect(occurrenceAt(entry, '2026-11-20T08:00:00.000Z')).toMatchObject({ end: '2074-11-20T08:00:00.000Z' });
});

test('R9.6 what goes on for longer than it takes to repeat is found by all the times that still go on', () => {
  const entry = anEntry({ start: '2026-01-05', end: '2026-03-05', all_day: true, repeat: 'FREQ=WEEKLY' });
  const shown = occurrencesIn([entry], { from: now, until: now + 1 });
  expect(shown.map(({ entry: { start } }) => start)).toEqual([
    ...['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'],
    '2026-11-23',
  ]);
});

test('R9.6 a count that takes long is kept as the day on which it ends', () => {
  const at = (rule: string) => imported('DTSTART:20260105T090000Z', 'DTEND:20260105T093000Z', `RRULE:${rule}`).repeat;
  expect(at('FREQ=DAILY;COUNT=3000')).toBe('FREQ=DAILY;UNTIL=20340323');
  for (const rule of ['FREQ=DAILY;COUNT=365', 'FREQ=WEEKLY;COUNT=104', 'FREQ=MONTHLY;COUNT=60', 'FREQ=YEARLY;COUNT=50'])
    expect(at(rule)).toBe(rule);
});

test('R9.6 what begins on no day never takes place', () => {
  for (const [first, from] of [
    [NaN, 0],
    [0, NaN],
    [-Infinity, 0],
  ] as const)
    expect([...recurrenceDays(simpleRecurrenceRule('DAILY'), first, { from, until: Infinity })]).toEqual([]);
});
