import { describe, expect, test } from 'vitest';
import { figure } from '../../fixtures/figure.ts';
import { entryAtFirstOccurrence, occurrenceAt, occurrencesIn } from '../../../src/calendar/occurrences-in.ts';
import { shiftOccurrenceStarts } from '../../../src/calendar/changed-series.ts';
import { nextOccurrence } from '../../../src/calendar/next-occurrence.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { anEntry } from './an-entry.ts';

const span = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) });
const year = span('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
const starts = (entries: CalendarEntry[], within = year, limit?: number) =>
  occurrencesIn(entries, within, limit).map(({ entry }) => entry.start);
const days = (change: Partial<CalendarEntry>, within = year) =>
  starts([anEntry({ start: '2026-01-05', end: '2026-01-05', all_day: true, ...change })], within);

describe('repetition', () => {
  test('R9.6 the clock of the entry’s own zone is kept when summer time comes and goes', () => {
    const found = starts([anEntry({ repeat: 'FREQ=WEEKLY' })], span('2026-03-20T00:00:00Z', '2026-04-08T00:00:00Z'));
    expect(found).toEqual(['2026-03-23T08:00:00.000Z', '2026-03-30T07:00:00.000Z', '2026-04-06T07:00:00.000Z']);
  });

  test('R9.6 a time that the clocks leave out moves on by the gap; one that occurs twice is the first of them', () => {
    const at = (first: string) => anEntry({ start: first, end: first.replace(':30:', ':45:'), repeat: 'FREQ=DAILY' });
    expect(starts([at('2026-03-28T01:30:00.000Z')], span('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z'))).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(starts([at('2026-10-24T00:30:00.000Z')], span('2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z'))).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('R9.6 a night shift ends by the clock, and never before it starts', () => {
    const shift = anEntry({ start: '2026-03-27T22:00:00.000Z', end: '2026-03-28T05:00:00.000Z', repeat: 'FREQ=DAILY' });
    const night = occurrencesIn([shift], span('2026-03-28T22:00:00Z', '2026-03-28T23:00:00Z'))[0]?.entry;
    expect(night).toMatchObject({ start: '2026-03-28T22:00:00.000Z', end: '2026-03-29T04:00:00.000Z' });
    const odd = anEntry({ start: '2026-03-28T01:30:00.000Z', end: '2026-03-28T02:15:00.000Z', repeat: 'FREQ=DAILY' });
    const late = occurrencesIn([odd], span('2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'))[0]?.entry;
    expect(late).toMatchObject({ start: '2026-03-29T01:30:00.000Z', end: '2026-03-29T02:15:00.000Z' });
  });

  test.each<[string, string[]]>([
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['FREQ=MONTHLY;BYDAY=1MO;COUNT=3', ['2026-01-05', '2026-02-02', '2026-03-02']],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', ['2026-01-30', '2026-02-27']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', ['2026-02-13', '2026-03-13', '2026-11-13']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['2026-01-30', '2026-02-27']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=4', ['2026-01-05', '2026-01-11', '2026-01-19', '2026-01-25']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=4', ['2026-01-05', '2026-01-18', '2026-01-19', '2026-02-01']],
    ['FREQ=DAILY;INTERVAL=10;UNTIL=20260126', ['2026-01-05', '2026-01-15', '2026-01-25']],
    ['FREQ=DAILY;BYMONTH=2;BYDAY=MO', ['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', ['2026-11-26']],
    ['FREQ=YEARLY;BYYEARDAY=-1', ['2026-12-31']],
    ['FREQ=YEARLY;BYWEEKNO=20', ['2026-05-11']],
    ['FREQ=YEARLY;BYDAY=20MO', ['2026-05-18']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2', []],
  ])('R9.6 %s falls on the right days', (repeat, expected) => {
    expect(days({ repeat })).toEqual(expected);
  });

  test('R9.6 a 29th of February repeats when there is one', () => {
    const found = days(
      { start: '2024-02-29', end: '2024-02-29', repeat: 'FREQ=YEARLY' },
      span('2024-01-01T00:00:00Z', '2033-01-01T00:00:00Z'),
    );
    expect(found).toEqual(['2024-02-29', '2028-02-29', '2032-02-29']);
  });

  test('R9.6 what began long ago is found where it is looked for, and endless ones have a limit', () => {
    const old = anEntry({ start: '1970-01-05T08:00:00.000Z', end: '1970-01-05T09:00:00.000Z', repeat: 'FREQ=DAILY' });
    const day = span('2026-01-14T00:00:00Z', '2026-01-15T00:00:00Z');
    expect(figure(() => starts([old], day))).toEqual(['2026-01-14T08:00:00.000Z']);
    expect(starts([old], { from: 0, until: Infinity }, 100)).toHaveLength(100);
  });

  test('R9.6 an entry is found by any part of it, also where it has begun before', () => {
    const trip = { start: '2026-01-05', end: '2026-01-08', repeat: 'FREQ=WEEKLY' };
    expect(days(trip, span('2026-01-14T23:30:00Z', '2026-01-15T10:00:00Z'))).toEqual(['2026-01-12']);
    expect(days(trip, span('2026-01-16T00:00:00Z', '2026-01-17T10:00:00Z'))).toEqual([]);
  });

  test('R9.6 occurrences that are left out or stand elsewhere are not shown twice, and go with their entry', () => {
    const series = anEntry({
      repeat: 'FREQ=WEEKLY;COUNT=4',
      except: ['2026-01-12T08:00:00Z', '2026-01-19T08:00:00.000Z'],
    });
    const moved = anEntry({
      ...{ id: 'e2', start: '2026-01-20T10:00:00.000Z', end: '2026-01-20T11:00:00.000Z' },
      replaces: { entry: 'e1', start: '2026-01-19T08:00:00.000Z' },
    });
    expect(starts([moved, series])).toEqual([
      '2026-01-05T08:00:00.000Z',
      '2026-01-20T10:00:00.000Z',
      '2026-01-26T08:00:00.000Z',
    ]);
    expect(starts([moved])).toEqual([]);
  });
});

describe('one occurrence', () => {
  test('R9.6 it is found by its start, and no other time is one', () => {
    const series = anEntry({ repeat: 'FREQ=WEEKLY', except: ['2026-01-12T08:00:00.000Z'] });
    expect(occurrenceAt(series, '2026-03-30T07:00:00Z')).toMatchObject({ end: '2026-03-30T08:00:00.000Z' });
    for (const start of ['2026-03-30T08:00:00Z', '2026-01-12T08:00:00.000Z', '2025-12-29T08:00:00Z', 'soon'])
      expect(occurrenceAt(series, start)).toBeNull();
  });

  test('R9.6 an entry begins where its rule first holds, and nowhere where it never does', () => {
    expect(entryAtFirstOccurrence(anEntry({ repeat: 'FREQ=WEEKLY;BYDAY=WE' }))).toMatchObject({
      start: '2026-01-07T08:00:00.000Z',
      end: '2026-01-07T09:00:00.000Z',
    });
    expect(entryAtFirstOccurrence(anEntry({ repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }))).toBeNull();
  });

  test('R9.6 what was left out stays left out when all is moved', () => {
    const before = anEntry();
    const after = { ...before, start: '2026-01-06T13:30:00.000Z' };
    expect(shiftOccurrenceStarts(['2026-03-30T07:00:00.000Z'], before, after)).toEqual(['2026-03-31T12:30:00.000Z']);
    const wholeDays = { ...before, start: '2026-01-05', all_day: true };
    expect(shiftOccurrenceStarts(['2026-03-30T07:00:00.000Z'], before, wholeDays)).toEqual(
      ['2026-03-29'].map(() => '2026-03-30'),
    );
  });
});

describe('the next time', () => {
  const weekly = { first: '2026-01-05T09:00', zone: 'Europe/Berlin', repeat: 'FREQ=WEEKLY;BYDAY=MO' };

  test.each([
    ['2025-12-01T00:00:00Z', '2026-01-05T08:00:00.000Z'],
    ['2026-01-05T07:59:59Z', '2026-01-05T08:00:00.000Z'],
    ['2026-01-05T08:00:00Z', '2026-01-12T08:00:00.000Z'],
    ['2026-03-28T00:00:00Z', '2026-03-30T07:00:00.000Z'],
    ['2041-06-01T00:00:00Z', '2041-06-03T07:00:00.000Z'],
  ])('R9.11 after %s it is %s', (after, next) => {
    expect(nextOccurrence(weekly, Date.parse(after))).toBe(next);
  });

  test('R9.11 there may be none', () => {
    const at = Date.parse('2026-01-06T00:00:00Z');
    expect(nextOccurrence({ ...weekly, repeat: null }, at)).toBeNull();
    expect(nextOccurrence({ ...weekly, repeat: null }, at - 86_400_000)).toBe('2026-01-05T08:00:00.000Z');
    expect(nextOccurrence({ ...weekly, repeat: 'FREQ=WEEKLY;COUNT=1' }, at)).toBeNull();
    expect(nextOccurrence({ ...weekly, repeat: 'FREQ=NEVER' }, at)).toBeNull();
    expect(nextOccurrence({ ...weekly, first: 'soon' }, at)).toBeNull();
    expect(nextOccurrence({ ...weekly, repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, at)).toBeNull();
  });
});
