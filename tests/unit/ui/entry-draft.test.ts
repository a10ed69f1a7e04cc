import { describe, expect, test } from 'vitest';
import {
  calendarEntryDraft,
  recurrenceDraftConverter,
  type NewCalendarEntryStart,
} from '../../../src/ui/schedule/entry-draft.ts';
import { weeksOfMonth } from '../../../src/ui/schedule/calendar-view-days.ts';

const zone = 'Europe/Berlin';
const draft = { ...calendarEntryDraft.on('2026-11-22', zone), title: ' Ferry ' };

test('R9.6 a form is read in the time of the person', () => {
  expect(calendarEntryDraft.read(draft)).toEqual({
    ok: true,
    value: {
      title: 'Ferry',
      all_day: false,
      start: '2026-11-22T08:00:00.000Z',
      end: '2026-11-22T09:00:00.000Z',
      zone,
      place: '',
      notes: '',
      repeat: null,
      reminder: null,
    },
  });
});

test('R9.6 a whole day keeps its dates, the last one included', () => {
  const read = calendarEntryDraft.read({ ...draft, allDay: true, endDate: '2026-11-24', startTime: '', endTime: '' });
  expect(read).toMatchObject({ ok: true, value: { all_day: true, start: '2026-11-22', end: '2026-11-24' } });
});

test.each([
  ['title', { title: ' ' }],
  ['start', { startDate: '' }],
  ['start', { startTime: '' }],
  ['end', { endDate: '2026-02-30' }],
  ['order', { endTime: '09:00' }],
  ['order', { endDate: '2026-11-21' }],
  ['zone', { zone: 'Mars/Base' }],
] as const)('R9.6 a form with a wrong %s is not saved, and says so', (fault, change) => {
  expect(calendarEntryDraft.read({ ...draft, ...change })).toEqual({ ok: false, error: fault });
});

test('R9.6 moving the start keeps the length', () => {
  const moved = calendarEntryDraft.startingAt(draft, { startDate: '2026-11-23', startTime: '23:30' });
  expect(moved).toMatchObject({ startDate: '2026-11-23', startTime: '23:30', endDate: '2026-11-24', endTime: '00:30' });
});

test('R9.6 times are those of the entry’s own zone', () => {
  expect(calendarEntryDraft.read({ ...draft, zone: 'Asia/Tokyo', reminder: '15' })).toMatchObject({
    value: { start: '2026-11-22T00:00:00.000Z', zone: 'Asia/Tokyo', reminder: 15 },
  });
});

test('R9.6 the one day of a weekly repetition follows the start, several stay', () => {
  const weekly = (days: number[]) => ({ ...draft, repeat: { ...draft.repeat, kind: 'weekly' as const, days } });
  const to = { startDate: '2026-11-24', startTime: '09:00' };
  expect(calendarEntryDraft.startingAt(weekly([7]), to).repeat.days).toEqual([2]);
  expect(calendarEntryDraft.startingAt(weekly([1, 7]), to).repeat.days).toEqual([1, 7]);
});

test.each([
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=5',
  'FREQ=WEEKLY;BYDAY=SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261231',
  'FREQ=MONTHLY',
  'FREQ=YEARLY;UNTIL=20301122',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3',
])('R9.6 %s goes into the form and comes out the same', (repeat) => {
  expect(recurrenceDraftConverter.read(recurrenceDraftConverter.of(repeat, '2026-11-22'), '2026-11-22')).toEqual({
    ok: true,
    value: repeat,
  });
});

test.each([
  ['interval', { interval: '0' }],
  ['interval', { interval: 'often' }],
  ['days', { days: [] }],
  ['times', { ends: 'times', times: '' }],
  ['until', { ends: 'date', until: '' }],
  ['until', { ends: 'date', until: '2026-11-21' }],
] as const)('R9.6 a repetition with a wrong %s is not saved, and says so', (fault, change) => {
  const wrong = { ...recurrenceDraftConverter.of(null, '2026-11-22'), kind: 'weekly' as const, ...change };
  expect(recurrenceDraftConverter.read(wrong, '2026-11-22')).toEqual({ ok: false, error: fault });
});

test('R9.6 a start that is half typed moves nothing', () => {
  const typed = calendarEntryDraft.startingAt(draft, { startDate: '', startTime: '09:00' });
  expect(typed).toEqual({ ...draft, startDate: '', repeat: { ...draft.repeat, days: [7] } });
});

test('R14.4 a month is shown in whole weeks from Monday', () => {
  const weeks = weeksOfMonth('2026-11-21');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeksOfMonth('2027-02-10')).toHaveLength(4);
});

describe('R9.6 a new entry', () => {
  const now = '2026-11-28T10:31:00.000Z';
  const today = { date: '2026-11-28', time: null, allDay: false };

  test('begins with the next full hour when the morning of the day has passed', () => {
    expect(calendarEntryDraft.in(today, zone, now)).toMatchObject({
      startDate: '2026-11-28',
      startTime: '12:00',
      endTime: '13:00',
    });
    expect(calendarEntryDraft.in({ ...today, date: '2026-11-30' }, zone, now)).toMatchObject({ startTime: '09:00' });
    expect(calendarEntryDraft.in(today, zone, '2026-11-28T05:00:00.000Z')).toMatchObject({ startTime: '09:00' });
    expect(calendarEntryDraft.in({ ...today, time: '08:30' }, zone, now)).toMatchObject({ startTime: '08:30' });
    expect(calendarEntryDraft.in({ ...today, allDay: true }, zone, '2026-11-28T22:30:00.000Z')).toMatchObject({
      ...{ allDay: true, startDate: '2026-11-28', endDate: '2026-11-28' },
    });
  });

  const typed = (title: string, slot: NewCalendarEntryStart = today) =>
    calendarEntryDraft.saidIn({ ...calendarEntryDraft.in(slot, zone, now), place: 'Café', title }, slot, now);

  test('takes the time that its title names, as /schedule reads it', () => {
    expect(typed('Coffee with Ann tomorrow 3:30pm')).toMatchObject({
      ...{ title: 'Coffee with Ann', place: 'Café', allDay: false },
      ...{ startDate: '2026-11-29', startTime: '15:30', endDate: '2026-11-29', endTime: '16:30' },
    });
    expect(typed('明天下午三点半和小安喝咖啡')).toMatchObject({ title: '和小安喝咖啡', startTime: '15:30' });
    expect(typed('Holidays 24 December to 2 January')).toMatchObject({
      ...{ title: 'Holidays', allDay: true, startDate: '2026-12-24', endDate: '2027-01-02' },
    });
    expect(typed('Standup every Monday 9:00')).toMatchObject({
      ...{ title: 'Standup', startDate: '2026-11-30', startTime: '09:00', repeat: { kind: 'weekly', days: [1] } },
    });
  });

  test.each([
    ['2月30日 上午九点 测试', 'date'],
    ['明天 25点 开会', 'clock'],
    ['农历八月十五 聚餐', 'lunar'],
    ['每月中旬 体检', 'repeat'],
  ])('is not made if its title names a time that cannot be used: “%s”', (title, fault) => {
    expect(typed(title)).toBe(fault);
  });

  test('is on the day that was chosen if its title names a time of day alone', () => {
    const chosen = { ...today, date: '2026-12-05' };
    expect(typed('Dentist 3pm', chosen)).toMatchObject({ startDate: '2026-12-05', startTime: '15:00' });
    expect(typed('Dentist tomorrow 3pm', chosen)).toMatchObject({ startDate: '2026-11-29' });
  });

  test('keeps a title that names no time, or nothing else', () => {
    expect(typed('Coffee with Ann')).toBeNull();
    expect(typed('tomorrow 3pm')).toBeNull();
  });
});

test('R9.6 a reminder that the title asks for is set, and goes from the title', () => {
  const slot = { date: '2026-01-15', time: null, allDay: false } as const;
  const at = '2026-01-14T09:00:00.000Z';
  const draft = { ...calendarEntryDraft.in(slot, 'Asia/Shanghai', at), title: '后天上午十点去银行，提前一小时提醒我' };
  expect(calendarEntryDraft.saidIn(draft, slot, at)).toMatchObject({
    title: '去银行',
    reminder: '60',
    startTime: '10:00',
  });
  expect(calendarEntryDraft.saidIn({ ...draft, reminder: '5' }, slot, at)).toMatchObject({ reminder: '5' });
});
