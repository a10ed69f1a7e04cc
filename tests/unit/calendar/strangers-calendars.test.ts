import { describe, expect, test } from 'vitest';
import { occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { type IcsReading, readIcs } from '../../../src/calendar/ics/read-ics.ts';
import { decodeFile } from '../../../src/records/decode-file.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';

const now = '2026-02-01T12:00:00.000Z';
const year = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-01T00:00:00Z') };

function read(text: string, zone = 'Europe/Berlin', stored: CalendarEntry[] = []): IcsReading & { ok: true } {
  let next = 0;
  const newId = (prefix: string) => `${prefix}_${stored.length}_${(next += 1)}`;
  const reading = readIcs(text, { zone, stored, now, newId, untitled: 'Untitled' });
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return reading;
}

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u1', 'SUMMARY:Review', ...lines, 'END:VEVENT'];

/** The occurrences of a year, each as its start (without seconds) and title. */
const shown = (rows: CalendarEntry[]) =>
  occurrencesIn(rows, year).map(({ entry }) => `${entry.start.replace(':00.000Z', '')} ${entry.title}`);
const shownIn = (text: string, zone?: string) => shown(read(text, zone).rows);
const left = (text: string) => read(text).leftOut.lines.map(({ line, whole }) => (whole ? `${line} whole` : `${line}`));

/** The rows of a calendar after a file was imported into it. */
const after = (text: string, stored: CalendarEntry[]) => {
  const { rows } = read(text, 'Europe/Berlin', stored);
  const ids = new Set(rows.map(({ id }) => id));
  return [...stored.filter(({ id }) => !ids.has(id)), ...rows].filter(({ deleted_at }) => deleted_at === null);
};

describe('a bad line', () => {
  test('R14.4 an alarm without a colon costs the alarm', () => {
    const text = file(...event('DTSTART:20260303T090000Z', 'BEGIN:VALARM', 'TRIGGER;VALUE=DURATION', 'END:VALARM'));
    const reading = read(text);
    expect(reading.rows).toMatchObject([{ title: 'Review', start: '2026-03-03T09:00:00.000Z', reminder: null }]);
    expect(reading.leftOut).toEqual({
      lines: [{ line: 9, text: 'TRIGGER;VALUE=DURATION', whole: false, title: '' }],
      count: 1,
    });
  });

  test('R14.4 an end before the start is named, since the event then lasts an hour or its day', () => {
    const ends = (...lines: string[]) => left(file(...event(...lines)));
    expect(ends('DTSTART:20261203T220000Z', 'DTEND:20261203T060000Z')).toEqual(['8']);
    expect(ends('DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261201')).toEqual(['8']);
    expect(ends('DTSTART:20261203T220000Z', 'DURATION:-PT1H')).toEqual(['8']);
    expect(ends('DTSTART:20261203T220000Z', 'DTEND:20261203T220000Z')).toEqual([]);
    expect(ends('DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261203')).toEqual([]);
  });

  test('R14.4 raw line breaks in a description are its line breaks', () => {
    const text = file(
      ...event(
        'DTSTART:20260303T090000Z',
        'DESCRIPTION:Bring',
        'the keys',
        '',
        'and: a torch',
        'Location: the old hall',
      ),
    );
    expect(read(text).rows[0]?.notes).toBe('Bring\nthe keys\n\nand: a torch\nLocation: the old hall');
    expect(left(text)).toEqual([]);
  });

  test('R14.4 three bad lines in three events cost three lines', () => {
    const text = file(
      ...event('DTSTART:20260303T090000Z', 'rubbish').map((line) =>
        line.replace('u1', 'a').replace(/^SUMMARY.*/, 'X-A:1'),
      ),
      ...event('DTSTART:20260304T090000Z', 'DURATION:long').map((line) => line.replace('u1', 'b')),
      ...event('DTSTART:20260305T090000Z', 'DTEND:20260230T100000Z').map((line) => line.replace('u1', 'c')),
    );
    expect(shownIn(text)).toEqual(['2026-03-03T09:00 Untitled', '2026-03-04T09:00 Review', '2026-03-05T09:00 Review']);
    expect(left(text)).toEqual(['8', '14', '20']);
  });

  test.each<[string, string[], string[], string[]]>([
    ['an unreadable end', ['DTSTART:20260303T090000Z', 'DTEND:soon'], ['2026-03-03T09:00 Review'], ['8']],
    [
      'one bad exception of two',
      ['DTSTART:20260303T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260310T090000Z,never'],
      ['2026-03-03T09:00 Review', '2026-03-17T09:00 Review'],
      ['9'],
    ],
    ['an unreadable further date', ['DTSTART:20260303T090000Z', 'RDATE:20269903'], ['2026-03-03T09:00 Review'], ['8']],
    [
      'an alarm whose time is none',
      ['DTSTART:20260303T090000Z', 'BEGIN:VALARM', 'TRIGGER:early', 'END:VALARM'],
      ['2026-03-03T09:00 Review'],
      ['9'],
    ],
    [
      'an alarm without its end',
      ['DTSTART:20260303T090000Z', 'BEGIN:VALARM', 'TRIGGER:-PT5M'],
      ['2026-03-03T09:00 Review'],
      ['10'],
    ],
    ['a start that is none', ['DTSTART:tomorrow'], [], ['7 whole']],
    ['no start', [], [], ['4 whole']],
    [
      'a property with an open quote',
      ['DTSTART:20260303T090000Z', 'ATTENDEE;CN="Ana:mailto:a@example.org'],
      ['2026-03-03T09:00 Review'],
      [],
    ],
  ])('R14.4 %s costs no more than itself', (_, lines, expected, lost) => {
    expect(shownIn(file(...event(...lines)))).toEqual(expected);
    expect(left(file(...event(...lines)))).toEqual(lost);
  });

  test('R14.4 an END that is missing, one too many, and text around the calendar cost no event', () => {
    const first = event('DTSTART:20260303T090000Z');
    const second = event('DTSTART:20260304T090000Z').map((line) => line.replace('u1', 'u2'));
    expect(shownIn(file(...first.slice(0, -1), ...second))).toHaveLength(2);
    expect(shownIn(file(...first, 'END:VEVENT', ...second))).toHaveLength(2);
    expect(shownIn(`Content-Type: text/calendar\r\n\r\n${file(...first, ...second)}Regards`)).toHaveLength(2);
    expect(shownIn(file(...first, ...second).replace('END:VCALENDAR\r\n', ''))).toHaveLength(2);
  });

  test('R14.4 of a file that breaks off the event in which it does is left out and named', () => {
    const text = file(
      ...event('DTSTART:20260303T090000Z'),
      ...event('DTSTART:20260304T090000Z', 'RRULE:FREQ=DAILY;COUNT=1'),
    );
    const broken = text.slice(0, text.indexOf(';COUNT=1'));
    expect(shownIn(broken)).toEqual(['2026-03-03T09:00 Review']);
    expect(left(broken)).toEqual(['9 whole']);
  });

  test('R14.4 of very many bad lines the first hundred are named, and all are counted', () => {
    const { leftOut } = read(file('X-A:1', ...Array.from({ length: 300 }, () => '???')));
    expect(leftOut.lines).toHaveLength(100);
    expect(leftOut.count).toBe(300);
  });

  test('R14.4 bytes that vCalendar wrote as signs are letters, over soft line breaks', () => {
    const lines = [
      'DTSTART:20260303T090000Z',
      'DESCRIPTION;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=B6=',
      '=C3=9Fe',
    ];
    expect(read(file(...event(...lines))).rows[0]?.notes).toBe('Größe');
  });
});

describe('all later occurrences changed', () => {
  const weekly = ['DTSTART;TZID=Europe/Berlin:20260303T090000', 'DTEND;TZID=Europe/Berlin:20260303T093000'];
  const later = (at: string, ...lines: string[]) =>
    event(`RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${at}`, ...lines);
  const moved = ['DTSTART;TZID=Europe/Berlin:20260317T110000', 'DTEND;TZID=Europe/Berlin:20260317T113000'];
  const text = file(...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=6'), ...later('20260317T090000', ...moved));

  test('R9.6 they are at the new time, across the change of clocks, and as many as before', () => {
    expect(shownIn(text)).toEqual([
      ...['2026-03-03T08:00 Review', '2026-03-10T08:00 Review', '2026-03-17T10:00 Review', '2026-03-24T10:00 Review'],
      ...['2026-03-31T09:00 Review', '2026-04-07T09:00 Review'],
    ]);
  });

  test('R14.4 the file again changes nothing; without the change the series is whole again', () => {
    const { rows } = read(text);
    expect(read(text, 'Europe/Berlin', rows)).toMatchObject({ rows: [], added: 0, updated: 0, removed: 0 });
    const whole = after(file(...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=6')), rows);
    expect(shown(whole)).toHaveLength(6);
    expect(shown(whole).at(-1)).toBe('2026-04-07T07:00 Review');
  });

  test.each<[string, string[], string[]]>([
    [
      'on another day of the week',
      [
        ...event(...weekly, 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4'),
        ...later('20260317T090000', 'DTSTART;TZID=Europe/Berlin:20260318T090000'),
      ],
      ['2026-03-03', '2026-03-10', '2026-03-18', '2026-03-25'],
    ],
    [
      'cancelled',
      [
        ...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=6'),
        ...later('20260317T090000', 'DTSTART;TZID=Europe/Berlin:20260317T090000', 'STATUS:CANCELLED'),
      ],
      ['2026-03-03', '2026-03-10'],
    ],
    [
      'twice',
      [
        ...event(...weekly, 'RRULE:FREQ=DAILY;COUNT=6'),
        ...later('20260307T090000', 'DTSTART;TZID=Europe/Berlin:20260307T140000'),
        ...later('20260305T090000', 'DTSTART;TZID=Europe/Berlin:20260305T120000'),
      ],
      ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'],
    ],
    [
      'from the first one on',
      [
        ...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=2'),
        ...later('20260303T090000', 'DTSTART;TZID=Europe/Berlin:20260304T090000'),
      ],
      ['2026-03-04', '2026-03-11'],
    ],
    [
      'with an exception and a change behind it',
      [
        ...event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;TZID=Europe/Berlin:20260324T090000'),
        ...later('20260317T090000', ...moved),
        ...event('RECURRENCE-ID;TZID=Europe/Berlin:20260331T090000', 'DTSTART;TZID=Europe/Berlin:20260401T080000'),
      ],
      ['2026-03-03', '2026-03-10', '2026-03-17', '2026-04-01'],
    ],
    [
      'in a series that ends on a day',
      [...event(...weekly, 'RRULE:FREQ=WEEKLY;UNTIL=20260331T220000Z'), ...later('20260317T090000', ...moved)],
      ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24', '2026-03-31'],
    ],
  ])('R9.6 %s', (_, lines, days) => {
    expect(shownIn(file(...lines)).map((line) => line.slice(0, 10))).toEqual(days);
  });
});

describe('exceptions and changes of another kind', () => {
  const days = (zone: string | undefined, ...lines: string[]) =>
    shownIn(file(...event(...lines)), zone).map((line) => line.slice(0, 10));

  test.each(['Europe/Berlin', 'UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland'])(
    'R9.6 a midnight of a zone is its day in a series of whole days, for a person in %s',
    (zone) => {
      const series = ['DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=WEEKLY;COUNT=4'];
      const expected = ['2026-03-03', '2026-03-17', '2026-03-24'];
      expect(days(zone, ...series, 'EXDATE;TZID=Asia/Tokyo:20260310T000000')).toEqual(expected);
      expect(days(zone, ...series, 'EXDATE:20260310T000000Z')).toEqual(expected);
      expect(days(zone, ...series, 'EXDATE:20260310T000000')).toEqual(expected);
    },
  );

  test.each<[string, string[], string[]]>([
    [
      'a date without VALUE',
      ['DTSTART:20260303T171500Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4', 'EXDATE:20260310'],
      ['2026-03-03', '2026-03-17', '2026-03-24'],
    ],
    [
      'a midnight in a series at another hour',
      [
        'DTSTART;TZID=Europe/Berlin:20260303T090000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20260310T000000',
      ],
      ['2026-03-03', '2026-03-17'],
    ],
    [
      'a time without a zone in a series with one',
      ['DTSTART;TZID=Asia/Tokyo:20260303T090000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260310T090000'],
      ['2026-03-03', '2026-03-17'],
    ],
    [
      'a time in the zone’s other name',
      [
        'DTSTART;TZID=Europe/Berlin:20260303T090000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE;TZID=W. Europe Standard Time:20260310T090000',
      ],
      ['2026-03-03', '2026-03-17'],
    ],
    [
      'a time in UTC in a series without a zone',
      ['DTSTART:20260303T090000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260310T090000Z'],
      ['2026-03-03', '2026-03-17'],
    ],
    [
      'a late hour in UTC in a series of whole days',
      ['DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260309T230000Z'],
      ['2026-03-03', '2026-03-17'],
    ],
    [
      'an end at a late hour in UTC',
      ['DTSTART;VALUE=DATE:20260303', 'RRULE:FREQ=WEEKLY;UNTIL=20260316T230000Z'],
      ['2026-03-03', '2026-03-10', '2026-03-17'],
    ],
  ])('R9.6 %s', (_, lines, expected) => {
    expect(days('Europe/Berlin', ...lines)).toEqual(expected);
  });

  test('R14.4 the end of whole days may be a midnight', () => {
    const text = file(...event('DTSTART;VALUE=DATE:20260303', 'DTEND;TZID=Asia/Tokyo:20260305T000000'));
    for (const zone of ['Europe/Berlin', 'America/New_York'])
      expect(read(text, zone).rows).toMatchObject([{ start: '2026-03-03', end: '2026-03-04' }]);
  });

  test('R9.6 a changed occurrence that carries the rule of its series takes place once', () => {
    const series = event('DTSTART:20260303T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const change = event('RECURRENCE-ID:20260310T090000Z', 'DTSTART:20260310T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3');
    expect(shownIn(file(...series, ...change))).toEqual([
      ...['2026-03-03T09:00 Review', '2026-03-10T10:00 Review', '2026-03-17T09:00 Review'],
    ]);
    const alone = read(file(...change)).rows;
    expect(alone).toMatchObject([{ repeat: null }]);
  });

  test.each<[string, string, string]>([
    ['a date in a series of hours', 'DTSTART:20260303T090000Z', 'RECURRENCE-ID;VALUE=DATE:20260310'],
    ['a date without VALUE in a series of hours', 'DTSTART:20260303T090000Z', 'RECURRENCE-ID:20260310'],
    ['a time in a series of whole days', 'DTSTART;VALUE=DATE:20260303', 'RECURRENCE-ID:20260310T000000Z'],
    ['a time without its zone', 'DTSTART;TZID=Asia/Tokyo:20260303T090000', 'RECURRENCE-ID:20260310T090000'],
  ])('R9.6 the occurrence that is changed may be named by %s', (_, start, replaced) => {
    const text = file(...event(start, 'RRULE:FREQ=WEEKLY;COUNT=3'), ...event(replaced, 'DTSTART:20260311T120000Z'));
    expect(shownIn(text).map((line) => line.slice(0, 10))).toEqual(['2026-03-03', '2026-03-11', '2026-03-17']);
  });

  test('R9.6 the change of an event that does not repeat is the event', () => {
    const text = file(
      ...event('DTSTART:20260303T090000Z'),
      ...event('RECURRENCE-ID:20260303T090000Z', 'DTSTART:20260303T150000Z'),
    );
    expect(shownIn(text)).toEqual(['2026-03-03T15:00 Review']);
  });

  test('R9.6 the change of a further date stands in its place', () => {
    const text = file(
      ...event('DTSTART:20260303T090000Z', 'RDATE:20260305T090000Z'),
      ...event('RECURRENCE-ID:20260305T090000Z', 'DTSTART:20260305T150000Z'),
    );
    expect(shownIn(text)).toEqual(['2026-03-03T09:00 Review', '2026-03-05T15:00 Review']);
  });

  test('R14.4 a change that comes alone changes the series that is in the calendar', () => {
    const { rows } = read(file(...event('DTSTART:20260303T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=3')));
    const change = file(...event('RECURRENCE-ID:20260310T090000Z', 'DTSTART:20260310T150000Z'));
    expect(shown(after(change, rows))).toEqual([
      ...['2026-03-03T09:00 Review', '2026-03-10T15:00 Review', '2026-03-17T09:00 Review'],
    ]);
  });
});

describe('one UID', () => {
  const physics = event('DTSTART;TZID=Europe/Berlin:20260302T080000').map((line) => line.replace('Review', 'Physics'));
  const biology = event('DTSTART;TZID=Europe/Berlin:20260303T100000').map((line) => line.replace('Review', 'Biology'));

  test('R14.4 of two events with one UID both are there, and again nothing new', () => {
    const text = file(...physics, ...biology);
    const { rows } = read(text);
    expect(shown(rows)).toEqual(['2026-03-02T07:00 Physics', '2026-03-03T09:00 Biology']);
    expect(read(text, 'Europe/Berlin', rows)).toMatchObject({ rows: [], added: 0, updated: 0, removed: 0 });
    expect(read(file(...biology, ...physics), 'Europe/Berlin', rows)).toMatchObject({ added: 0, removed: 0 });
  });

  test('R14.4 what is no longer in the file is removed', () => {
    const { rows } = read(file(...physics, ...biology));
    expect(shown(after(file(...physics), rows))).toEqual(['2026-03-02T07:00 Physics']);
  });

  test('R14.4 two at the same time, both repeating, and a change of one of them', () => {
    const at = (title: string, start: string) =>
      event(`DTSTART:${start}`, 'RRULE:FREQ=WEEKLY;COUNT=2').map((line) => line.replace('Review', title));
    expect(shownIn(file(...at('A', '20260303T090000Z'), ...at('B', '20260303T090000Z')))).toHaveLength(4);
    const change = event('RECURRENCE-ID:20260311T090000Z', 'DTSTART:20260311T150000Z');
    expect(shownIn(file(...at('A', '20260303T090000Z'), ...at('B', '20260304T090000Z'), ...change))).toEqual([
      ...['2026-03-03T09:00 A', '2026-03-04T09:00 B', '2026-03-10T09:00 A', '2026-03-11T15:00 Review'],
    ]);
  });

  test('R14.4 of two revisions of an event the later one is taken, in whatever order', () => {
    const first = event('SEQUENCE:1', 'DTSTART:20260303T090000Z');
    const second = event('SEQUENCE:2', 'DTSTART:20260304T090000Z');
    for (const text of [file(...first, ...second), file(...second, ...first)])
      expect(shownIn(text)).toEqual(['2026-03-04T09:00 Review']);
  });
});

describe('what Windows calls zones', () => {
  const start = (name: string) =>
    read(file(...event(`DTSTART;TZID=${name}:20260210T090000`))).rows[0]?.start.slice(0, 16);

  test.each<[string, string]>([
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '2026-02-10T14:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '2026-02-10T14:00'],
    ['"(GMT-08:00) Pacific Time (US & Canada)"', '2026-02-10T17:00'],
    ['"(UTC-07:00) Arizona"', '2026-02-10T16:00'],
    ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', '2026-02-10T03:30'],
    ['"(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi"', '2026-02-10T01:00'],
    ['"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"', '2026-02-10T09:00'],
    ['"(UTC) Coordinated Universal Time"', '2026-02-10T09:00'],
    ['"(UTC+10:00) Canberra, Melbourne, Sydney"', '2026-02-09T22:00'],
    ['"(UTC+09:00) Somewhere else"', '2026-02-10T00:00'],
    ['"(UTC+05:45) Nowhere"', '2026-02-10T03:15'],
  ])('R14.4 %s is known', (name, expected) => {
    expect(start(name)).toBe(expected);
  });

  test('R14.4 summer time is that of the place, and a zone known by its offset alone is named', () => {
    const at = (name: string) => read(file(...event(`DTSTART;TZID="${name}":20260710T090000`)));
    expect(at('(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna')).toMatchObject({
      ...{ unknownZones: [], offsetZones: [] },
      rows: [{ start: '2026-07-10T07:00:00.000Z' }],
    });
    expect(at('(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien').rows[0]?.zone).toBe('Europe/Amsterdam');
    expect(at('(UTC-06:00) Nowhere')).toMatchObject({ unknownZones: [], offsetZones: ['(UTC-06:00) Nowhere'] });
  });
});

test('R14.4 UTF-8 that was folded in the middle of a letter is read, and lines keep their numbers', () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));
  const head =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260115T090000Z\r\nDESCRIPTION:Größe prüfen\r\nSUMMARY:';
  for (const [before, rest, letter] of [
    [[0xc3], [0xa9], 'é'],
    [[0xe4], [0xbc, 0x9a], '会'],
    [[0xe4, 0xbc], [0x9a], '会'],
    [[0xf0, 0x9f], [0x97, 0x93], '🗓'],
  ] as const)
    for (const fold of ['\r\n ', '\n ', '\r\n\t']) {
      const read = decodeFile(
        bytes(head, [...before], fold, [...rest], ' fin\r\nrubbish\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
      );
      if (!read.ok) throw new Error('not decoded');
      expect(read).toMatchObject({ encoding: 'UTF-8', guessed: false });
      const reading = readIcs(read.text, { zone: 'UTC', stored: [], now, newId: () => 'e', untitled: '-' });
      expect(reading).toMatchObject({
        rows: [{ notes: 'Größe prüfen', title: `${letter} fin` }],
        leftOut: { lines: [{ line: 8, text: 'rubbish' }] },
      });
    }
});

describe('tasks', () => {
  test('R14.4 the tasks of a calendar file are to-dos', () => {
    const text = file(
      ...['BEGIN:VTODO', 'UID:1', 'SUMMARY:Order wood', 'STATUS:NEEDS-ACTION', 'DUE;VALUE=DATE:20260310', 'END:VTODO'],
      ...['BEGIN:VTODO', 'UID:2', 'SUMMARY:Stack it', 'COMPLETED:20260301T100000Z', 'PRIORITY:1', 'END:VTODO'],
      ...['BEGIN:VTODO', 'UID:3', 'SUMMARY:Call', 'DUE:20260310T150000', 'CATEGORIES:home,garden', 'END:VTODO'],
      ...['BEGIN:VTODO', 'UID:4', 'SUMMARY:Dropped', 'STATUS:CANCELLED', 'END:VTODO'],
    );
    const reading = read(text);
    expect(reading).toMatchObject({ events: 0, rows: [] });
    expect(reading.tasks).toEqual([
      { title: 'Order wood', notes: '', due: '2026-03-10', priority: 'normal', tags: [], done: false },
      { title: 'Stack it', notes: '', due: null, priority: 'high', tags: [], done: true },
      {
        title: 'Call',
        notes: '',
        due: '2026-03-10T14:00:00.000Z',
        priority: 'normal',
        tags: ['home', 'garden'],
        done: false,
      },
    ]);
  });
});
