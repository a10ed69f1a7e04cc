import { expect, test } from 'vitest';
import { entryDraft } from '../../src/state/entry-draft.ts';
import { monthDays } from '../../src/state/month-days.ts';

const zone = 'Europe/Berlin';
const draft = { ...entryDraft.on('2026-11-22'), title: ' Ferry ' };

test('R9.6 a form is read in the time of the person', () => {
  expect(entryDraft.read(draft, zone)).toEqual({
    ok: true,
    fields: {
      title: 'Ferry',
      all_day: false,
      start: '2026-11-22T08:00:00.000Z',
      end: '2026-11-22T09:00:00.000Z',
      zone,
      place: '',
      notes: '',
    },
  });
});

test('R9.6 a whole day keeps its dates, the last one included', () => {
  const read = entryDraft.read({ ...draft, allDay: true, endDate: '2026-11-24', startTime: '', endTime: '' }, zone);
  expect(read).toMatchObject({ ok: true, fields: { all_day: true, start: '2026-11-22', end: '2026-11-24' } });
});

test.each([
  ['title', { title: ' ' }],
  ['start', { startDate: '' }],
  ['start', { startTime: '' }],
  ['end', { endDate: '2026-02-30' }],
  ['order', { endTime: '09:00' }],
  ['order', { endDate: '2026-11-21' }],
] as const)('R9.6 a form with a wrong %s is not saved, and says so', (fault, change) => {
  expect(entryDraft.read({ ...draft, ...change }, zone)).toEqual({ ok: false, fault });
});

test('R9.6 moving the start keeps the length', () => {
  const moved = entryDraft.startingAt(draft, { startDate: '2026-11-23', startTime: '23:30' });
  expect(moved).toMatchObject({ startDate: '2026-11-23', startTime: '23:30', endDate: '2026-11-24', endTime: '00:30' });
});

test('R9.6 a start that is half typed moves nothing', () => {
  const typed = entryDraft.startingAt(draft, { startDate: '', startTime: '09:00' });
  expect(typed).toEqual({ ...draft, startDate: '' });
});

test('R14.4 a month is shown in whole weeks from Monday', () => {
  const weeks = monthDays('2026-11-21');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(monthDays('2027-02-10')).toHaveLength(4);
});
