import { expect, test } from 'vitest';
import { singleEntryFields, type CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { agenda as agendaOf, entryCountsByDay } from '../../../src/ui/schedule/agenda.ts';
import { figure } from '../../fixtures/figure.ts';

function entry(title: string, start: string, end: string, more: Partial<CalendarEntry> = {}): CalendarEntry {
  const at = '2026-11-01T00:00:00.000Z';
  const blank = {
    place: '',
    notes: '',
    reminder: null,
    ...singleEntryFields(),
    session_id: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  return { id: title, title, start, end, all_day: !start.includes('T'), zone: 'Europe/Berlin', ...blank, ...more };
}

/** Everything as it is stored, none of it repeating. */
const agenda = (entries: CalendarEntry[], today: string, zone: string) =>
  agendaOf(
    entries.map((stored) => ({ entry: stored, stored })),
    today,
    zone,
  );

const shape = (entries: CalendarEntry[], zone = 'Europe/Berlin') => {
  const { earlier, ahead } = agenda(entries, '2026-11-21', zone);
  const plain = (days: typeof ahead) => days.map(({ date, items }) => [date, ...items.map((item) => item.entry.title)]);
  return { earlier: plain(earlier), ahead: plain(ahead) };
};

test('R9.6 entries stand under their day in order of time, whole days first, and what is over stands apart', () => {
  const found = shape([
    entry('late', '2026-11-21T18:00:00.000Z', '2026-11-21T19:00:00.000Z'),
    entry('early', '2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z'),
    entry('holiday', '2026-11-21', '2026-11-21'),
    entry('past', '2026-11-19T08:00:00.000Z', '2026-11-19T09:00:00.000Z'),
    entry('next', '2026-11-23', '2026-11-23'),
  ]);
  expect(found.earlier).toEqual([['2026-11-19', 'past']]);
  expect(found.ahead).toEqual([
    ['2026-11-21', 'holiday', 'early', 'late'],
    ['2026-11-23', 'next'],
  ]);
});

test('R9.6 the days are those of the person, and whole days keep their dates in any zone', () => {
  const night = entry('night', '2026-11-21T23:30:00.000Z', '2026-11-22T00:30:00.000Z');
  const day = entry('day', '2026-11-22', '2026-11-22', { zone: 'Pacific/Auckland' });
  expect(shape([night, day], 'Europe/Berlin').ahead).toEqual([['2026-11-22', 'day', 'night']]);
  expect(shape([night, day], 'America/Lima').ahead).toEqual([
    ['2026-11-21', 'night'],
    ['2026-11-22', 'day'],
  ]);
});

test('R9.6 what goes on today stands under today, once, with its first and last day', () => {
  const trip = entry('trip', '2026-11-20', '2026-11-24');
  const { ahead, earlier } = agenda([trip], '2026-11-21', 'Europe/Berlin');
  expect(earlier).toEqual([]);
  expect(ahead).toMatchObject([{ date: '2026-11-21', items: [{ first: '2026-11-20', last: '2026-11-24' }] }]);
  expect([...entryCountsByDay(ahead).keys()]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
  ]);
});

test('R9.6 an entry that ends at midnight does not reach into the next day', () => {
  const evening = entry('evening', '2026-11-21T21:00:00.000Z', '2026-11-21T23:00:00.000Z');
  const { ahead } = agenda([evening], '2026-11-21', 'Europe/Berlin');
  expect(ahead[0]?.items[0]?.last).toBe('2026-11-21');
});

test('R9.6 overlaps name the other entry; touching ends and whole days are none', () => {
  const { ahead } = agenda(
    [
      entry('a', '2026-11-21T08:00:00.000Z', '2026-11-21T10:00:00.000Z'),
      entry('b', '2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z'),
      entry('c', '2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z'),
      entry('day', '2026-11-21', '2026-11-21'),
    ],
    '2026-11-21',
    'Europe/Berlin',
  );
  const overlaps = Object.fromEntries(ahead[0]!.items.map((item) => [item.entry.title, item.overlaps]));
  expect(overlaps).toEqual({ a: ['b'], b: ['a'], c: [], day: [] });
});

test('R9.6 entries of one title that overlap are named once', () => {
  const three = [8, 7, 6].map((hour) => entry('party', `2026-11-21T0${hour}:00:00.000Z`, '2026-11-21T10:00:00.000Z'));
  const { ahead } = agenda(three, '2026-11-21', 'UTC');
  expect(ahead[0]?.items.map(({ overlaps }) => overlaps)).toEqual([['party'], ['party'], ['party']]);
});

test('R9.6 an entry that stands in the calendar twice is marked once, and overlaps with others only', () => {
  const [from, until] = ['2026-11-21T08:00:00.000Z', '2026-11-21T10:00:00.000Z'];
  const twice = [entry('party', from, until), entry('party', from, until), entry('dentist', from, until)];
  const items = agenda(twice, '2026-11-21', 'UTC').ahead[0]?.items;
  expect(items?.map(({ overlaps, isTwin }) => [overlaps, isTwin])).toEqual([
    [['dentist'], false],
    [['dentist'], true],
    [['party'], false],
  ]);
});

test('R9.6 very many entries at the same time are laid out, each with some of the others', () => {
  const many = Array.from({ length: 8_000 }, (_, at) =>
    entry(`e${at}`, '2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z'),
  );
  const { ahead } = figure(() => agenda(many, '2026-11-21', 'UTC'));
  expect(ahead[0]?.items).toHaveLength(8_000);
  expect(ahead[0]?.items[0]?.overlaps).toHaveLength(50);
  expect(ahead[0]?.items[0]?.overlaps.slice(0, 2)).toEqual(['e1', 'e2']);
});
