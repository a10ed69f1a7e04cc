import { describe, expect, test } from 'vitest';
import { type IcsReading, readIcs } from '../../../src/calendar/ics/read-ics.ts';
import { writeIcs } from '../../../src/calendar/ics/write-ics.ts';
import { occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { separateOccurrence } from '../../../src/calendar/separate-occurrence.ts';
import { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { anEntry } from './an-entry.ts';

const now = '2026-02-01T12:00:00.000Z';
const year = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-01T00:00:00Z') };
let next = 0;

type Reading = IcsReading & { ok: true };
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u1', 'SUMMARY:Review', ...lines, 'END:VEVENT'];
const at = (clock: string, ...more: string[]) => file(...event(`DTSTART:20261201T${clock}00Z`, ...more));

/** A file with a series on four Tuesdays; `moved` gives a changed occurrence of it, which follows its lines. */
const weekly = (...lines: string[]) =>
  file(
    ...event('DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=4', ...lines.filter((line) => !/^BEGIN/.test(line))),
    ...lines.filter((line) => /^BEGIN/.test(line)),
  );
const moved = (from: string, to: string, hour: string, ...lines: string[]) =>
  event(`RECURRENCE-ID:202612${from}T090000Z`, `DTSTART:202612${to}T${hour}0000Z`, ...lines).join('\r\n');

/** A calendar into which files are imported one after the other; removed entries are remembered, as in the bin. */
class Calendar {
  rows: CalendarEntry[] = [];

  import(text: string, zone = 'UTC'): Reading {
    const newId = (prefix: string) => `${prefix}_${(next += 1)}`;
    const reading = readIcs(text, { zone, stored: this.rows, now, newId, untitled: 'Untitled' });
    if (!reading.ok) throw new Error(JSON.stringify(reading.error));
    this.put(...reading.rows);
    return reading;
  }

  put(...rows: CalendarEntry[]): void {
    const stored = rows.map((row) => CalendarEntry.parse(structuredClone(row)));
    this.rows = [...this.rows.filter(({ id }) => !stored.some((row) => row.id === id)), ...stored];
  }

  /** Changes the only entry by hand. */
  change(change: Partial<CalendarEntry>): void {
    const [row] = this.rows;
    if (row) this.put({ ...row, ...change, updated_at: now });
  }

  get shown(): string[] {
    const here = this.rows.filter(({ deleted_at }) => deleted_at === null);
    return occurrencesIn(here, year).map(({ entry }) => `${entry.start.slice(5, 16)} ${entry.title}`);
  }
}

const calendarOf = (...texts: string[]) => {
  const calendar = new Calendar();
  for (const text of texts) calendar.import(text);
  return calendar;
};

describe('an entry that the person changed', () => {
  test('R14.4 keeps the change when the same file is imported again, which is counted and writes nothing', () => {
    const calendar = calendarOf(at('0900'));
    calendar.change({ notes: 'Bring the key', title: 'My review' });
    expect(calendar.import(at('0900'))).toMatchObject({ rows: [], updated: 0, changedHere: 1, older: 0 });
    expect(calendar.rows).toMatchObject([{ notes: 'Bring the key', title: 'My review' }]);
  });

  test('R14.4 takes what else a newer revision changes, and keeps its own', () => {
    const calendar = calendarOf(at('0900', 'SEQUENCE:0'));
    calendar.change({ notes: 'Bring the key' });
    expect(calendar.import(at('1100', 'SEQUENCE:1'))).toMatchObject({ updated: 1, changedHere: 1 });
    expect(calendar.rows).toMatchObject([{ notes: 'Bring the key', start: '2026-12-01T11:00:00.000Z' }]);
    expect(calendar.import(at('1100', 'SEQUENCE:1'))).toMatchObject({ rows: [] });
  });

  test('R14.4 takes the very field that a revision changes whose SEQUENCE is higher', () => {
    const calendar = calendarOf(at('0900', 'SEQUENCE:0', 'DESCRIPTION:Room 1'));
    calendar.change({ notes: 'Bring the key' });
    calendar.import(at('0900', 'SEQUENCE:1', 'DESCRIPTION:Room 2'));
    expect(calendar.rows).toMatchObject([{ notes: 'Room 2' }]);
  });

  test('R14.4 keeps it against a file that does not say that it is newer', () => {
    const calendar = calendarOf(at('0900', 'DESCRIPTION:Room 1'));
    calendar.change({ notes: 'Bring the key' });
    expect(calendar.import(at('0900', 'DESCRIPTION:Room 2'))).toMatchObject({ updated: 0, changedHere: 1 });
    expect(calendar.rows).toMatchObject([{ notes: 'Bring the key' }]);
  });

  test('R14.4 without a change of the person the file is taken, although it does not say that it is newer', () => {
    const calendar = calendarOf(at('0900'));
    expect(calendar.import(at('1000'))).toMatchObject({ updated: 1, changedHere: 0 });
  });

  test('R14.4 one that was imported by an earlier version is taken from the file, and from then on known', () => {
    const calendar = calendarOf(at('0900'));
    const [{ source: _, ...row } = anEntry()] = calendar.rows;
    calendar.put(row);
    expect(calendar.import(at('0900'))).toMatchObject({ added: 0, updated: 0, removed: 0 });
    calendar.change({ notes: 'Bring the key' });
    calendar.import(at('0900'));
    expect(calendar.rows).toMatchObject([{ notes: 'Bring the key' }]);
  });

  test('R14.4 one made here is not set back by an earlier export of it', () => {
    const calendar = new Calendar();
    calendar.put(anEntry());
    const exported = writeIcs(calendar.rows, '2026-01-02T00:00:00.000Z');
    expect(calendar.import(exported)).toMatchObject({ rows: [], older: 0 });
    calendar.change({ title: 'Renamed' });
    expect(calendar.import(exported)).toMatchObject({ rows: [], changedHere: 1 });
    expect(calendar.import(exported.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nSEQUENCE:1'))).toMatchObject({
      updated: 1,
    });
  });

  test('R14.4 one that the agent made from words of others is made here, too', () => {
    const calendar = new Calendar();
    calendar.put(anEntry({ foreign: true }));
    const exported = writeIcs(calendar.rows, '2026-01-02T00:00:00.000Z');
    calendar.change({ title: 'Renamed' });
    expect(calendar.import(exported)).toMatchObject({ rows: [], changedHere: 1 });
  });

  test('R14.4 keeps its time when the zone in which it is shown has changed', () => {
    const calendar = calendarOf(at('0900'));
    calendar.change({ start: '2026-12-01T08:30:00.000Z', end: '2026-12-01T09:30:00.000Z' });
    expect(calendar.import(at('0900', 'DTSTAMP:20260601T000000Z'), 'Asia/Tokyo')).toMatchObject({ changedHere: 1 });
    expect(calendar.shown).toEqual(['12-01T08:30 Review']);
  });

  test('R14.4 one of an import that was undone, restored from the bin, follows its file again', () => {
    const calendar = calendarOf(at('0900'));
    calendar.change({ source: { sequence: null, parts: {}, removed: now } });
    expect(calendar.import(at('1400'))).toMatchObject({ updated: 1, changedHere: 0 });
    expect(calendar.shown).toEqual(['12-01T14:00 Review']);
  });
});

describe('occurrences that the person changed', () => {
  const series = file(...event('DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'SEQUENCE:1'));
  const separate = (calendar: Calendar, change: Partial<CalendarEntry>) => {
    const [stored] = calendar.rows;
    const start = '2026-12-02T09:00:00.000Z';
    const at = { start, end: '2026-12-02T10:00:00.000Z' };
    const parts = separateOccurrence(stored ?? anEntry(), { ...(stored ?? anEntry()), ...at }, 'own', now);
    calendar.put(parts.series, { ...parts.single, ...change });
  };

  test('R14.4 one that was moved stays where it is, also beside a newer revision', () => {
    const calendar = calendarOf(series);
    separate(calendar, { start: '2026-12-02T15:00:00.000Z', end: '2026-12-02T16:00:00.000Z' });
    expect(calendar.import(series)).toMatchObject({ rows: [], changedHere: 1 });
    calendar.import(series.replace('SEQUENCE:1', 'SEQUENCE:2').replace('COUNT=3', 'COUNT=4'));
    expect(calendar.shown).toEqual(
      ['12-01T09:00', '12-02T15:00', '12-03T09:00', '12-04T09:00'].map((s) => `${s} Review`),
    );
  });

  test('R14.4 one that was removed does not come back, also after the bin was emptied', () => {
    const calendar = calendarOf(series);
    separate(calendar, { deleted_at: now });
    expect(calendar.import(series)).toMatchObject({ rows: [], changedHere: 1 });
    calendar.rows = calendar.rows.filter(({ deleted_at }) => deleted_at === null);
    expect(calendar.import(series)).toMatchObject({ rows: [] });
    expect(calendar.shown).toEqual(['12-01T09:00 Review', '12-03T09:00 Review']);
  });

  test('R14.4 a series that was moved keeps its occurrences', () => {
    const calendar = calendarOf(series);
    calendar.change({ start: '2026-12-01T10:00:00.000Z', end: '2026-12-01T11:00:00.000Z' });
    expect(calendar.import(series)).toMatchObject({ rows: [], changedHere: 1 });
  });

  const withdrawn = { except: ['2026-12-08T09:00:00.000Z'] };

  test.each<[string, string[], string[]]>([
    ['moves another', [moved('15', '16', '11')], ['12-01T09:00', '12-16T11:00', '12-22T09:00']],
    ['cancels another', ['EXDATE:20261215T090000Z'], ['12-01T09:00', '12-22T09:00']],
    ['is the same', [], ['12-01T09:00', '12-15T09:00', '12-22T09:00']],
  ])('R14.4 one that was deleted stays away when the file %s', (_, change, shown) => {
    for (const source of [true, false]) {
      const calendar = calendarOf(weekly());
      calendar.change(withdrawn);
      if (!source) {
        const [{ source: _, ...row } = anEntry()] = calendar.rows;
        calendar.put(row);
      }
      expect(calendar.import(weekly(...change))).toMatchObject({ changedHere: 1 });
      expect(calendar.shown).toEqual(shown.map((start) => `${start} Review`));
    }
  });

  test('R14.4 a series that was moved is without the dates that its file cancels or moves', () => {
    const calendar = calendarOf(weekly('SEQUENCE:0'));
    calendar.change({ start: '2026-12-01T08:45:00.000Z', end: '2026-12-01T09:45:00.000Z' });
    calendar.import(weekly('SEQUENCE:1', 'EXDATE:20261208T090000Z', moved('15', '16', '11')));
    expect(calendar.shown).toEqual(['12-01T08:45 Review', '12-16T11:00 Review', '12-22T08:45 Review']);
    const cancelled = ['RECURRENCE-ID:20261222T090000Z', 'DTSTART:20261222T090000Z', 'STATUS:CANCELLED'];
    expect(calendar.import(file(...event(...cancelled)))).toMatchObject({ updated: 1 });
    expect(calendar.shown).toEqual(['12-01T08:45 Review', '12-16T11:00 Review']);
    const whole = weekly('SEQUENCE:1', 'EXDATE:20261208T090000Z', moved('15', '16', '11'), 'EXDATE:20261222T090000Z');
    expect(calendar.import(whole)).toMatchObject({ added: 0, updated: 0, removed: 0 });
  });
});

describe('occurrences that the file changed', () => {
  const override = moved('08', '08', '15', 'SEQUENCE:1');

  test.each<[string, string[], string[]]>([
    ['cancelled', ['EXDATE:20261208T090000Z'], ['12-01T09:00', '12-15T09:00', '12-22T09:00']],
    ['as the series again', [], ['12-01T09:00', '12-08T09:00', '12-15T09:00', '12-22T09:00']],
  ])('R14.4 one is %s as the next file says, although its own SEQUENCE was higher', (_, change, shown) => {
    const calendar = calendarOf(weekly('SEQUENCE:0', override));
    const reading = calendar.import(weekly('SEQUENCE:0', 'DTSTAMP:20260601T000000Z', ...change));
    expect(reading).toMatchObject({ removed: 1, older: 0 });
    expect(calendar.shown).toEqual(shown.map((start) => `${start} Review`));
  });

  test('R14.4 one that comes, goes and comes again is there', () => {
    const calendar = calendarOf(weekly(override), weekly(), weekly(override));
    expect(calendar.shown).toContain('12-08T15:00 Review');
    expect(calendar.shown).toHaveLength(4);
  });

  test('R14.4 one that was cancelled is there where a later file moves it', () => {
    const cancelled = ['RECURRENCE-ID:20261208T090000Z', 'DTSTART:20261208T090000Z', 'STATUS:CANCELLED'];
    const calendar = calendarOf(weekly('SEQUENCE:0'), file(...event('SEQUENCE:1', ...cancelled)));
    expect(calendar.shown).toHaveLength(3);
    calendar.import(weekly('SEQUENCE:2', moved('08', '08', '15', 'SEQUENCE:0')));
    expect(calendar.shown).toContain('12-08T15:00 Review');
    expect(calendar.shown).toHaveLength(4);
  });
});

describe('an older revision', () => {
  const request = at('1130', 'SEQUENCE:1');

  test('R14.4 does not undo a newer one, and is counted', () => {
    const calendar = calendarOf(at('0930', 'SEQUENCE:0'), request);
    expect(calendar.import(at('0930', 'SEQUENCE:0'))).toMatchObject({ rows: [], updated: 0, older: 1 });
    expect(calendar.shown).toEqual(['12-01T11:30 Review']);
  });

  test.each([
    ['no SEQUENCE', 'DTSTAMP:20260601T000000Z'],
    ['the same SEQUENCE and an earlier time', 'SEQUENCE:3\r\nDTSTAMP:20250101T000000Z'],
  ])('R14.4 is none with %s', (_, lines) => {
    const calendar = calendarOf(at('0900', 'SEQUENCE:3', 'DTSTAMP:20260102T000000Z'));
    expect(calendar.import(at('1400', lines))).toMatchObject({ updated: 1, older: 0 });
  });

  test('R14.4 of one event holds back no other event with the same UID', () => {
    const one = (clock: string, title: string) =>
      event(`DTSTART:20261201T${clock}00Z`).join('\r\n').replace('Review', title);
    const calendar = calendarOf(file(one('1000', 'B'), one('0900', 'A')));
    expect(calendar.import(file(one('0900', 'A'), one('1000', 'B'), one('1100', 'C')))).toMatchObject({ added: 1 });
    expect(calendar.shown).toEqual(['12-01T09:00 A', '12-01T10:00 B', '12-01T11:00 C']);
    expect(calendar.import(file(one('0900', 'A'), one('1000', 'B'), one('1100', 'C')))).toMatchObject({ rows: [] });
  });

  test('R14.4 does not bring back a cancelled meeting, while a newer one does', () => {
    const calendar = calendarOf(request, at('1130', 'SEQUENCE:2', 'STATUS:CANCELLED'));
    expect(calendar.import(request)).toMatchObject({ rows: [], older: 1 });
    expect(calendar.shown).toEqual([]);
    calendar.import(at('1400', 'SEQUENCE:3'));
    expect(calendar.import(at('1130', 'SEQUENCE:2', 'STATUS:CANCELLED'))).toMatchObject({ rows: [], older: 1 });
    expect(calendar.shown).toEqual(['12-01T14:00 Review']);
  });

  test('R14.4 an entry that the person removed comes back with the file', () => {
    const calendar = calendarOf(request);
    calendar.change({ deleted_at: now });
    expect(calendar.import(request)).toMatchObject({ added: 1 });
  });

  const one = (sequence: number, day: string, hour: string, ...lines: string[]) =>
    file(moved(day, day, hour, `SEQUENCE:${sequence}`, ...lines));

  test('R14.4 does not bring back one cancelled time of a series, while a newer one does', () => {
    const cancel = one(1, '08', '09', 'STATUS:CANCELLED');
    const calendar = calendarOf(weekly('SEQUENCE:0'), cancel);
    expect(calendar.import(cancel)).toMatchObject({ rows: [] });
    expect(calendar.import(one(0, '08', '15'))).toMatchObject({ rows: [], older: 1 });
    expect(calendar.shown).toHaveLength(3);
    calendar.import(one(2, '08', '15'));
    expect(calendar.shown).toContain('12-08T15:00 Review');
  });

  test('R14.4 each time of a series has its own revision in a file of single times', () => {
    const calendar = calendarOf(weekly('SEQUENCE:0'), one(3, '08', '15'));
    expect(calendar.import(one(2, '08', '17'))).toMatchObject({ rows: [], older: 1 });
    expect(calendar.import(one(1, '15', '10'))).toMatchObject({ added: 1, older: 0 });
  });

  test('R14.4 an exported entry says its SEQUENCE, so that it is no older one when it comes back', () => {
    const calendar = calendarOf(at('1130', 'SEQUENCE:4'));
    expect(calendar.import(writeIcs(calendar.rows, now))).toMatchObject({ updated: 0, older: 0 });
  });
});

test('R14.4 what is left out or taken once is named by its title', () => {
  const reading = new Calendar().import(
    file(...event('DTSTART:20261301T090000'), ...event('DTSTART:20261201T090000Z', 'RRULE:FREQ=HOURLY')),
  );
  expect(reading.leftOut.lines).toMatchObject([{ whole: true, title: 'Review' }]);
  expect(reading.simplified).toEqual(['Review']);
});
