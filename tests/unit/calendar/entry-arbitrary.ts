import fc from 'fast-check';
import { entryAtFirstOccurrence, occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { parseRrule, formatRrule } from '../../../src/calendar/rrule.ts';
import { wallTime } from '../../../src/calendar/times.ts';
import { replaceLongCountByUntil } from '../../../src/calendar/repeat-times.ts';
import { addDays } from '../../../src/values/calendar-date.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { anEntry } from './an-entry.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Australia/Sydney',
  'America/Santiago',
];
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const byDays = fc.subarray(weekdays, { minLength: 1 }).map((some) => `;BYDAY=${some.join(',')}`);
const nthDay = fc
  .tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...weekdays))
  .map(([nth, day]) => `;BYDAY=${nth}${day}`);
const monthDay = fc.constantFrom(1, 2, 15, 28, 29, 30, 31, -1, -3).map((day) => `;BYMONTHDAY=${day}`);

const interval = fc.constantFrom('', '', ';INTERVAL=2', ';INTERVAL=3');

/** Rules on whose meaning all calendars agree, written as they are here. */
const rule = fc
  .tuple(
    fc.oneof(
      interval.map((every) => `FREQ=DAILY${every}`),
      fc.tuple(interval, fc.oneof(fc.constant(''), byDays)).map(([every, day]) => `FREQ=WEEKLY${every}${day}`),
      fc.tuple(interval, fc.oneof(nthDay, monthDay)).map(([every, day]) => `FREQ=MONTHLY${every}${day}`),
      fc
        .tuple(
          interval,
          fc.integer({ min: 1, max: 12 }),
          fc.oneof(nthDay, fc.constantFrom(';BYMONTHDAY=1', ';BYMONTHDAY=28')),
        )
        .map(([every, month, day]) => `FREQ=YEARLY${every};BYMONTH=${month}${day}`),
    ),
    fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
      fc.integer({ min: 0, max: 400 }).map((days) => `;UNTIL=${addDays('2026-01-10', days).replaceAll('-', '')}`),
    ),
  )
  .map((parts) => parts.join(''));

const words = fc.oneof(
  fc.constantFrom('Standup', '例会：周报', 'a;b,c\\d "e"', 'line\nbreak', 'Zürich – café 🗓️'.repeat(9)),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
);
const oneLine = words.map((text) => text.replace(/\s+/g, ' ').trim());

const times = {
  any: { minutes: fc.integer({ min: 0, max: 95 }), length: fc.integer({ min: 1, max: 120 }) },
  /** Never when clocks are changed: what becomes of times that do not occur differs from calendar to calendar. */
  plain: { minutes: fc.integer({ min: 20, max: 64 }), length: fc.integer({ min: 1, max: 20 }) },
};

/** The entry as it is read again: of a count that takes long, the day of its end is kept. */
function withoutLong(entry: CalendarEntry): CalendarEntry {
  const read = entry.repeat === null ? null : parseRrule(entry.repeat);
  if (!read?.ok) return entry;
  const first = Math.floor(wallTime.of(entry.start, entry) / 86_400_000);
  return { ...entry, repeat: formatRrule(replaceLongCountByUntil(read.value, first)) };
}

const group = (hours: keyof typeof times) =>
  fc
    .record({
      day: fc.integer({ min: 0, max: 364 }),
      minutes: times[hours].minutes.map((quarter) => quarter * 15),
      length: times[hours].length.map((quarters) => quarters * 15),
      days: fc.integer({ min: 0, max: 3 }),
      all_day: fc.boolean(),
      zone: fc.constantFrom(...zones),
      title: oneLine.map((text) => text || 'Untitled'),
      place: oneLine,
      notes: words.map((text) => text.trim()),
      reminder: fc.constantFrom(null, null, 0, 15, 1440),
      repeat: fc.option(rule),
      left: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
      changed: fc.option(fc.integer({ min: 0, max: 20 })),
    })
    .map(({ day, minutes, length, days, left, changed, ...fields }): Omit<CalendarEntry, 'id'>[] => {
      const date = addDays('2026-01-01', day);
      const begin = wallTime.instant(wallTime.read(date) + minutes * 60_000, fields.zone);
      const times = fields.all_day
        ? { start: date, end: addDays(date, days) }
        : { start: new Date(begin).toISOString(), end: new Date(begin + length * 60_000).toISOString() };
      const entry = withoutLong(
        entryAtFirstOccurrence(anEntry({ ...fields, ...times })) ?? anEntry({ ...fields, ...times, repeat: null }),
      );
      if (entry.repeat === null) return [entry];
      const all = occurrencesIn([entry], { from: -Infinity, until: Infinity }, 25).map((found) => found.entry);
      const moved = all[changed ?? -1];
      const starts = left.flatMap((at) => all[at]?.start ?? []);
      const series = { ...entry, except: [...new Set([...starts, ...(moved ? [moved.start] : [])])].sort() };
      if (!moved) return [series];
      const row = {
        ...moved,
        repeat: null,
        title: `${entry.title} (moved)`.trim(),
        replaces: { entry: '', start: moved.start },
      };
      return [series, row];
    });

/** A calendar of a year with summer time: single and repeating entries with exceptions and changed occurrences. */
export const calendarArbitrary = (hours: keyof typeof times) =>
  fc.array(group(hours), { minLength: 1, maxLength: 6 }).map((groups): CalendarEntry[] =>
    groups.flatMap((rows, at) =>
      rows.map((entry, within) => ({
        ...entry,
        id: `entry_${at}_${within}`,
        replaces: entry.replaces && { ...entry.replaces, entry: `entry_${at}_0` },
      })),
    ),
  );
