import { describe, expect, test } from 'vitest';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { contentHash } from '../../../src/values/content-hash.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { scheduleTool } from '../../../src/tools/schedule/schedule.ts';
import { LocalSession } from './local-session.ts';

const begin = (options = {}) => new LocalSession([scheduleTool], options);
const entryOf = (result: { output?: unknown }) => result.output as CalendarEntry;
const add = (session: LocalSession, input: object) =>
  session.call('schedule', { action: 'add', title: 'Dentist', ...input });

test('R13.3 an entry that came from outside is marked, and so is whatever shows it', async () => {
  const session = begin();
  const times = { start: '2026-01-15T15:00', end: '2026-01-15T16:00' };
  const span = { start: '2026-01-15', end: '2026-01-16' };
  const looks = ['list', 'find_conflicts'].map((action) => ({ action, ...span }));
  await add(session, times);
  for (const look of looks) expect((await session.call('schedule', look)).foreign).toBe(false);
  session.tainted = true;
  const { id } = entryOf(await add(session, times));
  session.tainted = false;
  expect(session.storage.tables.entries.get(id)).toMatchObject({ foreign: true });
  for (const look of looks) expect((await session.call('schedule', look)).foreign).toBe(true);
  expect((await add(session, times)).foreign).toBe(true);
  expect((await session.call('schedule', { action: 'find_free', ...span })).foreign).toBe(false);
  await session.call('schedule', { action: 'update', id, start: '2026-01-15', all_day: true });
  expect((await session.call('schedule', { action: 'find_free', ...span })).foreign).toBe(true);
});

describe('adding', () => {
  test('R9.6 an entry that is there already is named, and the new one added all the same', async () => {
    const session = begin();
    const times = { start: '2026-01-15T15:00', repeat: 'monthly' };
    const first = await add(session, times);
    expect(first.text).not.toContain('already');
    const second = await add(session, times);
    expect(second).toMatchObject({ ok: true });
    expect(second.text).toContain(`There was a like entry already: ${entryOf(first).id} “Dentist”`);
    expect((await add(session, { ...times, start: '2026-01-15T16:00' })).text).not.toContain('already');
  });

  test('R9.6 a time is the person’s own and lasts an hour if no end is given', async () => {
    const session = begin();
    const result = await add(session, { start: '2026-01-15T15:00', place: 'Main St', notes: 'card', reminder: 30 });
    const entry = entryOf(result);
    expect(result.text).toBe(
      `Added calendar entry “Dentist” (id ${entry.id}), Thu 2026-01-15 15:00 to 16:00 (Europe/Berlin), reminder 30 minutes before.`,
    );
    expect(entry).toMatchObject({
      start: '2026-01-15T14:00:00.000Z',
      end: '2026-01-15T15:00:00.000Z',
      all_day: false,
      zone: 'Europe/Berlin',
      place: 'Main St',
      notes: 'card',
      reminder: 30,
      session_id: 'session_1',
    });
    expect(result.written).toEqual([{ store: 'entries', id: entry.id, change: 'put', hash: contentHash(entry) }]);
  });

  test.each<[string, object, Partial<CalendarEntry>]>([
    [
      'another zone',
      { start: '2026-01-15T15:00', zone: 'Asia/Shanghai' },
      { start: '2026-01-15T07:00:00.000Z', zone: 'Asia/Shanghai' },
    ],
    ['an offset', { start: '2026-01-15T15:00-08:00' }, { start: '2026-01-15T23:00:00.000Z', zone: 'Europe/Berlin' }],
    ['an end', { start: '2026-01-15T15:00', end: '2026-01-15T15:45' }, { end: '2026-01-15T14:45:00.000Z' }],
    [
      'an end on another day',
      { start: '2026-01-15T23:00', end: '2026-01-16T01:00' },
      { end: '2026-01-16T00:00:00.000Z' },
    ],
    ['a day', { start: '2026-01-15' }, { start: '2026-01-15', end: '2026-01-15', all_day: true }],
    [
      'several days',
      { start: '2026-01-15', end: '2026-01-17' },
      { start: '2026-01-15', end: '2026-01-17', all_day: true },
    ],
    [
      'all day although a time is given',
      { start: '2026-01-15T15:00', all_day: true },
      { start: '2026-01-15', end: '2026-01-15', all_day: true },
    ],
    [
      'a time that the clocks leave out',
      { start: '2026-03-29T02:30' },
      { start: '2026-03-29T01:30:00.000Z', end: '2026-03-29T02:30:00.000Z' },
    ],
    ['a time that occurs twice', { start: '2026-10-25T02:30' }, { start: '2026-10-25T00:30:00.000Z' }],
  ])('R9.6 add understands %s', async (_, input, expected) => {
    expect(entryOf(await add(begin(), input))).toMatchObject(expected);
  });

  test.each([
    [
      { start: '2026-01-15T15:00', end: '2026-01-15T14:00' },
      'Nothing was added: “end” (2026-01-15T14:00) must be after “start” (2026-01-15T15:00).',
    ],
    [
      { start: '2026-01-15', end: '2026-01-14' },
      'Nothing was added: “end” (2026-01-14) is before “start” (2026-01-15).',
    ],
    [
      { start: '2026-01-15', all_day: false },
      'Nothing was added: “start” needs a time of day, such as 2026-01-15T15:00, or all_day true.',
    ],
    [
      { start: '2026-01-15T15:00', end: '2026-01-16' },
      'Nothing was added: “end” needs a time of day, such as 2026-01-16T16:00.',
    ],
  ])('R6.1 %j is refused in plain words', async (input, text) => {
    const session = begin();
    expect(await add(session, input)).toMatchObject({ ok: false, text, failure: { code: 'invalid_input' } });
    expect(session.storage.tables.entries.size).toBe(0);
  });

  test('R9.6 a day that does not come next is refused by its name, wherever it stands', async () => {
    const session = begin({ now: '2026-11-23T09:00:00.000Z' });
    const start = '2026-12-05T15:00';
    const fault = (name: string) => ({
      ok: false,
      text: expect.stringContaining(`“${name}” (31号) is no day that comes next`) as string,
    });
    expect(await add(session, { start: '31号' })).toMatchObject(fault('start'));
    expect(await add(session, { start, end: '31号' })).toMatchObject(fault('end'));
    expect(await add(session, { start, repeat: 'daily', until: '31号' })).toMatchObject(fault('until'));
    expect(await session.call('schedule', { action: 'list', start: '31号' })).toMatchObject(fault('start'));
    expect(session.storage.tables.entries.size).toBe(0);
  });

  test('R9.6 overlaps are reported; entries that only touch do not overlap', async () => {
    const session = begin();
    const first = entryOf(await add(session, { title: 'Standup', start: '2026-01-15T09:00' }));
    expect((await add(session, { start: '2026-01-15T10:00' })).text).not.toContain('overlaps');
    const result = await add(session, { start: '2026-01-15T09:30', end: '2026-01-15T09:45' });
    expect(result).toMatchObject({ ok: true });
    expect(result.text).toMatch(
      new RegExp(`It overlaps: ${first.id} “Standup”, Thu 2026-01-15 09:00 to 10:00 \\(Europe/Berlin\\)\\.$`),
    );
    expect((await add(session, { title: 'Holiday', start: '2026-01-15' })).text).not.toContain('overlaps');
  });
});

describe('changing', () => {
  async function withEntry() {
    const session = begin();
    return { session, entry: entryOf(await add(session, { start: '2026-01-15T15:00', end: '2026-01-15T15:30' })) };
  }
  const update = (session: LocalSession, id: string, input: object) =>
    session.call('schedule', { action: 'update', id, ...input });

  test.each<[string, object, Partial<CalendarEntry>]>([
    [
      'a new start takes the end along',
      { start: '2026-01-16T10:00' },
      { start: '2026-01-16T09:00:00.000Z', end: '2026-01-16T09:30:00.000Z' },
    ],
    ['a new end', { end: '2026-01-15T17:00' }, { start: '2026-01-15T14:00:00.000Z', end: '2026-01-15T16:00:00.000Z' }],
    [
      'another zone keeps what the clock shows',
      { zone: 'America/New_York' },
      { start: '2026-01-15T20:00:00.000Z', end: '2026-01-15T20:30:00.000Z' },
    ],
    ['all day', { all_day: true }, { start: '2026-01-15', end: '2026-01-15', all_day: true }],
    [
      'title and place only',
      { title: 'Doctor', place: 'X' },
      { title: 'Doctor', place: 'X', start: '2026-01-15T14:00:00.000Z' },
    ],
    ['a reminder', { reminder: 10 }, { reminder: 10 }],
  ])('R9.6 update: %s', async (_, input, expected) => {
    const { session, entry } = await withEntry();
    const result = await update(session, entry.id, input);
    expect(result.text).toMatch(/^Changed calendar entry/);
    expect(entryOf(result)).toMatchObject(expected);
  });

  test('R9.6 a reminder can be removed, and an all-day entry can get a time', async () => {
    const { session, entry } = await withEntry();
    await update(session, entry.id, { reminder: 10, start: '2026-01-20' });
    expect(entryOf(await update(session, entry.id, { reminder: -1 })).reminder).toBeNull();
    expect(entryOf(await update(session, entry.id, { start: '2026-01-20T08:00' }))).toMatchObject({
      all_day: false,
      end: '2026-01-20T08:00:00.000Z',
    });
  });

  test('R9.6 an entry does not overlap itself', async () => {
    const { session, entry } = await withEntry();
    expect((await update(session, entry.id, { start: '2026-01-15T15:10' })).text).not.toContain('overlaps');
  });

  test('R9.6 R9.12 deleting asks, marks the entry and reports no overlap', async () => {
    const { session, entry } = await withEntry();
    const call = toolbox([scheduleTool]).check('schedule', { action: 'delete', id: entry.id, title: 'Dentist' });
    expect(call.ok && call.access).toMatchObject({ rule: 'always_ask', subject: `“Dentist” ${entry.id}` });
    const result = await session.call('schedule', { action: 'delete', id: entry.id });
    expect(result.text).toBe(
      `Deleted calendar entry “Dentist” (id ${entry.id}), Thu 2026-01-15 15:00 to 15:30 (Europe/Berlin).`,
    );
    expect(result.written[0]).toMatchObject({ change: 'deleted' });
    expect(session.storage.tables.entries.get(entry.id)?.deleted_at).not.toBeNull();
    expect(await update(session, entry.id, { title: 'x' })).toMatchObject({
      failure: { code: 'not_found' },
      text: `The calendar entry “Dentist” (id ${entry.id}) was deleted.`,
    });
  });

  test('R6.1 an unknown id is answered in plain words', async () => {
    expect(await update(begin(), 'nope', { title: 'x' })).toMatchObject({
      text: 'There is no calendar entry with the id “nope”. The action list shows the ids.',
      failure: { code: 'not_found' },
    });
  });
});

describe('looking', () => {
  async function busyDay() {
    const session = begin();
    await add(session, { title: 'Standup', start: '2026-01-15T09:00', end: '2026-01-15T09:30' });
    await add(session, { title: 'Review', start: '2026-01-15T11:00', end: '2026-01-15T12:00' });
    await add(session, { title: 'Call', start: '2026-01-15T11:30', end: '2026-01-15T12:30' });
    await add(session, { title: 'Fair', start: '2026-01-15' });
    await add(session, { title: 'Far', start: '2026-06-01T10:00' });
    return session;
  }

  test('R9.6 list shows the next thirty days, or the time asked for', async () => {
    const session = await busyDay();
    const near = await session.call('schedule', { action: 'list' });
    expect((near.output as CalendarEntry[]).map(({ title }) => title)).toEqual(['Fair', 'Standup', 'Review', 'Call']);
    expect(near.text).toMatch(
      /^4 calendar entries from Wed 2026-01-14 10:00 to Fri 2026-02-13 00:00:\n\w+ “Fair”, Thu 2026-01-15, all day\n/,
    );
    const day = await session.call('schedule', { action: 'list', start: '2026-06-01' });
    expect(day.text).toMatch(/^1 calendar entry from Mon 2026-06-01 00:00 to Tue 2026-06-02 00:00:\n/);
    expect((await session.call('schedule', { action: 'list', start: '2026-02-01', end: '2026-02-28' })).text).toBe(
      'There are no calendar entries from Sun 2026-02-01 00:00 to Sun 2026-03-01 00:00.',
    );
  });

  test('R9.6 find_conflicts names the pairs that overlap', async () => {
    const session = await busyDay();
    const found = await session.call('schedule', {
      action: 'find_conflicts',
      start: '2026-01-15T10:00',
      end: '2026-01-15T13:00',
    });
    expect(found.output).toHaveLength(3);
    expect(found.text).toMatch(/“Review”.* overlaps .*“Call”/);
    const free = await session.call('schedule', { action: 'find_conflicts', start: '2026-01-16' });
    expect(free).toMatchObject({
      text: 'No entries overlap each other from Fri 2026-01-16 00:00 to Sat 2026-01-17 00:00.',
      output: [],
    });
    const one = await session.call('schedule', { action: 'find_conflicts', start: '2026-06-01' });
    expect(one.text).toMatch(/No entries overlap.* That time has: .*“Far”/);
  });

  test('R9.6 find_free names the gaps of the working day; all-day entries are named, not counted', async () => {
    const session = await busyDay();
    const found = await session.call('schedule', { action: 'find_free', start: '2026-01-15' });
    expect(found.output).toEqual([
      { start: '2026-01-15T09:30', end: '2026-01-15T11:00' },
      { start: '2026-01-15T12:30', end: '2026-01-15T18:00' },
    ]);
    expect(found.text).toContain('All-day entries, not counted: “Fair” (Thu 2026-01-15, all day).');
    const early = await session.call('schedule', {
      action: 'find_free',
      start: '2026-01-15',
      day_start: '08:00',
      day_end: '10:00',
      minutes: 45,
    });
    expect(early.output).toEqual([{ start: '2026-01-15T08:00', end: '2026-01-15T09:00' }]);
    const none = await session.call('schedule', {
      action: 'find_free',
      start: '2026-01-15T11:00',
      end: '2026-01-15T12:30',
    });
    expect(none).toMatchObject({ ok: true, output: [] });
    expect(none.text).toMatch(/^No free time of 60 minutes between 09:00 and 18:00/);
  });

  test('R9.6 free time on the day the clocks change is right', async () => {
    const session = begin();
    const found = await session.call('schedule', {
      action: 'find_free',
      start: '2026-03-29',
      day_start: '00:00',
      day_end: '04:00',
    });
    expect(found.output).toEqual([{ start: '2026-03-29T00:00', end: '2026-03-29T04:00' }]);
    expect(
      (
        await session.call('schedule', {
          action: 'find_free',
          start: '2026-03-29',
          day_start: '00:00',
          day_end: '04:00',
          minutes: 200,
        })
      ).output,
    ).toEqual([]);
  });

  test.each([
    [{ action: 'list', start: '2026-01-02', end: '2026-01-01' }, '“end” must be after “start”.'],
    [{ action: 'find_free', start: '2026-01-02', end: '2028-01-01' }, 'at most 366 days can be looked at in one call.'],
  ])('R6.1 %j is refused in plain words', async (input, text) => {
    expect(await begin().call('schedule', input)).toMatchObject({
      ok: false,
      text,
      failure: { code: 'invalid_input' },
    });
  });
});
