import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { readIcs } from '../../../src/calendar/ics/read-ics.ts';
import { writeIcs } from '../../../src/calendar/ics/write-ics.ts';
import { addDays } from '../../../src/values/calendar-date.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { anEntry } from './an-entry.ts';
import { calendarArbitrary } from './entry-arbitrary.ts';

const now = '2026-02-01T12:00:00.000Z';
const year = { from: Date.parse('2025-12-30T00:00:00Z'), until: Date.parse('2027-02-01T00:00:00Z') };

function read(text: string, stored: CalendarEntry[] = [], zone = 'Europe/Berlin') {
  let next = 0;
  return readIcs(text, { zone, stored, now, newId: (prefix) => `${prefix}_new${(next += 1)}`, untitled: 'Untitled' });
}

function rows(text: string, stored: CalendarEntry[] = [], zone?: string): CalendarEntry[] {
  const result = read(text, stored, zone);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.rows;
}

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  file('BEGIN:VEVENT', 'UID:u1', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Standup', ...lines, 'END:VEVENT');

/** What is the same in another calendar: all but ids, and the zone of whole days, which files do not have. */
const plain = (entries: CalendarEntry[]) => {
  const name = (id: string) => entries.find((entry) => entry.id === id)?.uid ?? `${id}@cairn`;
  return entries
    .map(({ id, uid, created_at, updated_at, replaces, zone, ...rest }) => ({
      ...rest,
      source: undefined,
      zone: rest.all_day ? '' : zone,
      known: replaces ? `${name(replaces.entry)} ${replaces.start}` : (uid ?? `${id}@cairn`),
      at: Boolean(created_at && updated_at),
    }))
    .sort((a, b) => (a.known < b.known ? -1 : 1));
};

/** The occurrences that ical.js finds in a file. */
function icalOccurrences(text: string): string[] {
  const calendar = ICAL.Component.fromString(text);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const parts = calendar.getAllSubcomponents('vevent');
  const events = parts.map((part) => {
    const uid = part.getFirstPropertyValue('uid');
    const exceptions = parts.filter(
      (other) => other.hasProperty('recurrence-id') && other.getFirstPropertyValue('uid') === uid,
    );
    return new ICAL.Event(part, part.hasProperty('recurrence-id') ? {} : { exceptions });
  });
  const shown = (start: ICAL.Time, end: ICAL.Time, title: string) => {
    const time = (at: ICAL.Time) => (at.isDate ? at.toString() : new Date(at.toUnixTime() * 1000).toISOString());
    return `${time(start)} ${end.isDate ? addDays(end.toString(), -1) : time(end)} ${title}`;
  };
  return events.flatMap((event) => {
    if (event.isRecurrenceException()) return [];
    if (!event.isRecurring()) return [shown(event.startDate, event.endDate, event.summary)];
    const found: string[] = [];
    const times = event.iterator();
    const following = () => times.next() as ICAL.Time | null;
    for (let next = following(); next && next.year < 2027; next = following()) {
      const { startDate, endDate, item } = event.getOccurrenceDetails(next);
      found.push(shown(startDate, endDate, item.summary));
    }
    return found;
  });
}

describe('writing', () => {
  test('R14.4 lines have at most 75 bytes and end in CRLF, text is escaped, and nothing is written that is empty', () => {
    const text = writeIcs([anEntry({ title: `会议；${'é🗓️'.repeat(60)}, a;b\\c`, notes: '' })], now);
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text).not.toContain('DESCRIPTION');
    expect(text.replaceAll('\r\n ', '')).toContain('\\, a\\;b\\\\c');
    expect(rows(text)[0]?.title).toBe(`会议；${'é🗓️'.repeat(60)}, a;b\\c`);
  });

  test('R14.4 a repeating entry has its rule, its exceptions, its changes, its reminder and its zone', () => {
    const series = anEntry({
      ...{ repeat: 'FREQ=WEEKLY;UNTIL=20260330', reminder: 15 },
      except: ['2026-01-12T08:00:00.000Z', '2026-01-19T08:00:00.000Z'],
    });
    const changed = anEntry({
      ...{ id: 'e2', start: '2026-01-20T08:00:00.000Z', end: '2026-01-20T09:00:00.000Z' },
      replaces: { entry: 'e1', start: '2026-01-19T08:00:00.000Z' },
    });
    const lines = writeIcs([series, changed], now).split('\r\n');
    for (const line of [
      'DTSTART;TZID=Europe/Berlin:20260105T090000',
      'DTEND;TZID=Europe/Berlin:20260105T100000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260330T215959Z',
      'EXDATE;TZID=Europe/Berlin:20260112T090000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260119T090000',
      'TRIGGER:-PT15M',
      'TZID:Europe/Berlin',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line.startsWith('EXDATE'))).toHaveLength(1);
    expect(lines.filter((line) => line === 'UID:e1@cairn')).toHaveLength(2);
  });

  test('R14.4 whole days end on the day after, as calendar files want it', () => {
    const lines = writeIcs([anEntry({ start: '2026-01-05', end: '2026-01-07', all_day: true })], now).split('\r\n');
    expect(lines).toContain('DTSTART;VALUE=DATE:20260105');
    expect(lines).toContain('DTEND;VALUE=DATE:20260108');
    expect(lines.join()).not.toContain('VTIMEZONE');
  });
});

describe('there and back', () => {
  test('R14.4 what is exported and imported elsewhere is the same, and imported again it is nothing new', () => {
    fc.assert(
      fc.property(calendarArbitrary('any'), (calendar) => {
        const text = writeIcs(calendar, now);
        const there = rows(text);
        expect(plain(there)).toEqual(plain(calendar.map((entry) => ({ ...entry, foreign: true }))));
        expect(read(text, there)).toMatchObject({ ok: true, rows: [], added: 0, updated: 0 });
        expect(read(text, calendar)).toMatchObject({ ok: true, rows: [], added: 0, updated: 0 });
      }),
      { numRuns: 100 },
    );
  });

  test('R9.6 ical.js finds the same occurrences in the exported file', () => {
    fc.assert(
      fc.property(calendarArbitrary('plain'), (calendar) => {
        const own = occurrencesIn(calendar, year)
          .map(({ entry }) => entry)
          .filter(({ start, replaces }) => (replaces?.start ?? start) < '2026-12-31')
          .map(({ start, end, title }) => `${start} ${end} ${title}`);
        const theirs = icalOccurrences(writeIcs(calendar, now));
        const near = (line: string) => line < '2026-12-20';
        expect(own.filter(near).sort()).toEqual(theirs.filter(near).sort());
      }),
      { numRuns: 100 },
    );
  });
});

describe('reading the files of others', () => {
  test('R14.4 time zones are known by their IANA names, also within longer ones, and by what Windows calls them', () => {
    const start = (zone: string) => rows(event(`DTSTART;TZID=${zone}:20260701T090000`))[0];
    for (const zone of [
      'America/New_York',
      '/freeassociation.sourceforge.net/America/New_York',
      'Eastern Standard Time',
      '"america/new_york"',
    ])
      expect(start(zone)).toMatchObject({ start: '2026-07-01T13:00:00.000Z', zone: 'America/New_York' });
    expect(start('Mountain Standard Time (Mexico)')).toMatchObject({ start: '2026-07-01T16:00:00.000Z' });
  });

  const described = (name: string, ...lines: string[]) =>
    file(
      ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19710101T020000', 'TZOFFSETFROM:-0400'],
      ...['TZOFFSETTO:-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
      ...['DTSTART:19710101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
      ...['END:DAYLIGHT', 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:u1', 'SUMMARY:x', ...lines, 'END:VEVENT'],
    );

  test('R14.4 a zone with a name of its own is known by its clocks', () => {
    const found = read(described('Custom 1', 'DTSTART;TZID=Custom 1:20260701T090000', 'RRULE:FREQ=DAILY'));
    expect(found).toMatchObject({ unknownZones: [], rows: [{ start: '2026-07-01T13:00:00.000Z' }] });
    const zone = found.ok ? found.rows[0]?.zone : '';
    expect(new Date(Date.UTC(2027, 0, 15, 14)).toLocaleTimeString('en-GB', { timeZone: zone })).toBe('09:00:00');
  });

  test('R14.4 a zone that nobody knows is taken as the person’s, and named', () => {
    expect(read(event('DTSTART;TZID=Mars/Olympus:20260701T090000'))).toMatchObject({
      unknownZones: ['Mars/Olympus'],
      rows: [{ start: '2026-07-01T07:00:00.000Z', zone: 'Europe/Berlin' }],
    });
  });

  test('R14.4 times without a zone are the person’s; times in UTC are shown in the zone of the calendar', () => {
    expect(rows(event('DTSTART:20260701T090000'))[0]).toMatchObject({
      start: '2026-07-01T07:00:00.000Z',
      zone: 'Europe/Berlin',
    });
    const utc = event('DTSTART:20260701T090000Z');
    expect(rows(utc)[0]).toMatchObject({ start: '2026-07-01T09:00:00.000Z', zone: 'Europe/Berlin' });
    const told = utc.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:Asia/Tokyo');
    expect(rows(told)[0]).toMatchObject({ start: '2026-07-01T09:00:00.000Z', zone: 'Asia/Tokyo' });
    expect(rows(event('DTSTART:20260701T090000Z', 'RRULE:FREQ=DAILY'))[0]).toMatchObject({ zone: 'UTC' });
  });

  test.each<[string[], Partial<CalendarEntry>]>([
    [['DTSTART:20260701T090000Z', 'DURATION:PT1H30M'], { end: '2026-07-01T10:30:00.000Z' }],
    [['DTSTART:20260701T090000Z'], { end: '2026-07-01T10:00:00.000Z' }],
    [['DTSTART:20260701T090000Z', 'DTEND:20260701T090000Z'], { end: '2026-07-01T10:00:00.000Z' }],
    [
      ['DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260704'],
      { start: '2026-07-01', end: '2026-07-03', all_day: true },
    ],
    [['DTSTART;VALUE=DATE:20260701', 'DURATION:P2D'], { end: '2026-07-02' }],
    [['DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260701'], { end: '2026-07-01' }],
    [['DTSTART:20260701T090000Z', 'DESCRIPTION:a\\nb\\, c\\; d\\\\e'], { notes: 'a\nb, c; d\\e' }],
    [['DTSTART:20260701T090000Z', 'BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT15M', 'END:VALARM'], { reminder: 15 }],
    [
      ['DTSTART:20260701T090000Z', 'BEGIN:VALARM', 'TRIGGER;VALUE=DATE-TIME:20260701T080000Z', 'END:VALARM'],
      { reminder: 60 },
    ],
    [['DTSTART:20260701T090000Z', 'BEGIN:VALARM', 'TRIGGER:PT5M', 'END:VALARM'], { reminder: null }],
    [
      ['DTSTART:20260701T090000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20260715T085959Z'],
      { repeat: 'FREQ=WEEKLY;UNTIL=20260714' },
    ],
    [
      ['DTSTART:20260701T090000Z', 'RRULE:FREQ=DAILY', 'EXDATE:20260702T090000Z,20260703T090000Z'],
      { except: ['2026-07-02T09:00:00.000Z', '2026-07-03T09:00:00.000Z'] },
    ],
  ])('R14.4 %j is understood', (lines, expected) => {
    expect(rows(event(...lines))[0]).toMatchObject(expected);
  });

  test('R14.4 a title of several lines becomes one, a missing one is stood in for, an endless one is cut', () => {
    const titled = (title: string) =>
      rows(event('DTSTART:20260701T090000Z').replace('SUMMARY:Standup', title))[0]?.title;
    expect(titled('SUMMARY:a\\nb')).toBe('a b');
    expect(titled('X-NONE:1')).toBe('Untitled');
    expect(titled(`SUMMARY:${'🗓'.repeat(400)}`)).toBe('🗓'.repeat(250));
  });

  test('R14.4 further dates become entries of their own, and a start that the rule does not fit, too', () => {
    const found = rows(event('DTSTART:20260701T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO', 'RDATE:20260709T100000Z'));
    expect(found.map(({ start, repeat, uid }) => [start, repeat, uid])).toEqual([
      ['2026-07-01T09:00:00.000Z', null, 'u1/2026-07-01T09:00:00.000Z'],
      ['2026-07-06T09:00:00.000Z', 'FREQ=WEEKLY;BYDAY=MO', 'u1'],
      ['2026-07-09T10:00:00.000Z', null, 'u1/2026-07-09T10:00:00.000Z'],
    ]);
  });

  test('R14.4 a repetition of a kind that is not kept here is taken once, and counted', () => {
    const found = read(event('DTSTART:20260701T090000Z', 'RRULE:FREQ=HOURLY'));
    expect(found).toMatchObject({ ok: true, simplified: ['Standup'], rows: [{ repeat: null }] });
  });

  test('R14.4 what is cancelled does not come in, and goes where it had been', () => {
    const plain = event('DTSTART:20260701T090000Z');
    const cancelled = event('DTSTART:20260701T090000Z', 'STATUS:CANCELLED');
    expect(read(cancelled)).toMatchObject({ rows: [], added: 0 });
    const stored = rows(plain);
    expect(read(cancelled, stored)).toMatchObject({ removed: 1, rows: [{ id: stored[0]?.id, deleted_at: now }] });
    expect(read(plain.replace('VERSION', 'METHOD:CANCEL\r\nVERSION'), stored)).toMatchObject({ removed: 1 });
  });

  test('R14.4 one cancelled occurrence is left out, one that moved stands elsewhere, and both heal when the file changes', () => {
    const weekly = [
      'BEGIN:VEVENT',
      'UID:u1',
      'SUMMARY:Standup',
      'DTSTART:20260701T090000Z',
      'RRULE:FREQ=WEEKLY',
      'END:VEVENT',
    ];
    const change = (at: string, ...lines: string[]) => [
      'BEGIN:VEVENT',
      'UID:u1',
      `RECURRENCE-ID:${at}`,
      ...lines,
      'END:VEVENT',
    ];
    const stored = rows(
      file(
        ...change('20260715T090000Z', 'DTSTART:20260716T100000Z', 'SUMMARY:Late'),
        ...weekly,
        ...change('20260708T090000Z', 'DTSTART:20260708T090000Z', 'STATUS:CANCELLED'),
      ),
    );
    const span = { from: Date.parse('2026-07-01T00:00:00Z'), until: Date.parse('2026-07-23T00:00:00Z') };
    const shown = (entries: CalendarEntry[]) =>
      occurrencesIn(entries, span).map(({ entry }) => `${entry.start} ${entry.title}`);
    expect(shown(stored)).toEqual([
      '2026-07-01T09:00:00.000Z Standup',
      '2026-07-16T10:00:00.000Z Late',
      '2026-07-22T09:00:00.000Z Standup',
    ]);
    const healed = read(file(...weekly), stored);
    expect(healed).toMatchObject({ added: 0, updated: 1, removed: 1 });
    if (!healed.ok) return;
    const after = stored
      .map((row) => healed.rows.find(({ id }) => id === row.id) ?? row)
      .filter((row) => row.deleted_at === null);
    expect(shown(after)).toHaveLength(4);
  });

  test('R14.4 a changed occurrence without its event is an entry of its own', () => {
    const alone = event('RECURRENCE-ID:20260708T090000Z', 'DTSTART:20260708T110000Z');
    const stored = rows(alone);
    expect(stored).toMatchObject([{ start: '2026-07-08T11:00:00.000Z', replaces: null }]);
    expect(read(alone, stored)).toMatchObject({ added: 0, updated: 0 });
  });

  test('R14.4 the same file again updates what has changed and adds nothing', () => {
    const stored = rows(event('DTSTART:20260701T090000Z')).map((row) => ({
      ...row,
      session_id: 's1',
      created_at: 'then',
    }));
    const later = read(event('DTSTART:20260701T100000Z'), stored);
    expect(later).toMatchObject({
      added: 0,
      updated: 1,
      rows: [{ id: stored[0]?.id, session_id: 's1', created_at: 'then' }],
    });
  });
});

describe('broken files', () => {
  test.each<[string, string, object]>([
    ['something else', 'Dear all, ...', { code: 'no_calendar' }],
    ['nothing', '', { code: 'no_calendar' }],
    ['a page', '<!doctype html><title>Login</title>', { code: 'no_calendar' }],
  ])('R14.4 %s is no calendar, and refused', (_, text, fault) => {
    expect(read(text)).toMatchObject({ ok: false, error: fault });
  });

  test('R14.4 what is too large is refused at once', () => {
    expect(read('x'.repeat(10_000_001))).toEqual({ ok: false, error: { code: 'too_large', limit: 10_000_000 } });
    const many = file(...Array.from({ length: 5001 }, () => ['BEGIN:VEVENT', 'DTSTART:20260701', 'END:VEVENT']).flat());
    expect(read(many)).toEqual({ ok: false, error: { code: 'too_many', limit: 5000 } });
  });

  test('R14.4 whatever a file holds, reading it ends with an answer', () => {
    const text = writeIcs([anEntry({ repeat: 'FREQ=WEEKLY', reminder: 5, except: ['2026-01-12T08:00:00.000Z'] })], now);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length }),
        fc.integer({ min: 0, max: 30 }),
        fc.string(),
        (at, cut, put) => {
          expect(typeof read(text.slice(0, at) + put + text.slice(at + cut)).ok).toBe('boolean');
        },
      ),
      { numRuns: 300 },
    );
  });
});
