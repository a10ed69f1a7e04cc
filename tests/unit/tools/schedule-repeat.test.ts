import { describe, expect, test } from 'vitest';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { scheduleTool } from '../../../src/tools/schedule/schedule.ts';
import { rowCounts, recordLastRowChange } from '../../../src/task/writes.ts';
import type { WrittenRowRecord } from '../../../src/task/tool-result.ts';
import { LocalSession } from './local-session.ts';

/** A Wednesday, 10:00 in Berlin. */
const begin = () => new LocalSession([scheduleTool], { now: '2026-01-14T09:00:00.000Z', zone: 'Europe/Berlin' });
const entryOf = (result: { output?: unknown }) => result.output as CalendarEntry;
const call = (session: LocalSession, input: object) => session.call('schedule', input);
const add = (session: LocalSession, input: object) => call(session, { action: 'add', title: 'Standup', ...input });
const list = async (session: LocalSession, input: object) =>
  ((await call(session, { action: 'list', ...input })).output as CalendarEntry[]).map(({ start }) => start);

describe('repeating entries', () => {
  test('R9.6 words for a repetition are understood, and the first time is one that fits', async () => {
    const result = await add(begin(), { start: '2026-01-14T09:00', repeat: 'every monday', until: '2026-03-31' });
    expect(result.text).toMatch(
      /^Added calendar entry “Standup” \(id \S+\), Mon 2026-01-19 09:00 to 10:00 \(Europe\/Berlin\), repeats every week on Mon until 2026-03-31, no reminder\.$/,
    );
    expect(entryOf(result)).toMatchObject({
      start: '2026-01-19T08:00:00.000Z',
      repeat: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260331',
    });
  });

  test.each([
    [{ repeat: 'now and then' }, '“repeat” must be like daily'],
    [{ repeat: 'FREQ=WEEKLY;BYDAY=XX' }, '“XX” is no day of the week'],
    [
      { repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      'Nothing was added: with this repetition it never takes place.',
    ],
    [{ until: '2026-03-31' }, 'Nothing was added: “until” needs a “repeat”, such as weekly.'],
  ])('R6.1 a repetition that cannot be is refused in a sentence: %j', async (input, text) => {
    const result = await add(begin(), { start: '2026-01-14T09:00', ...input });
    expect(result.failure?.code).toBe('invalid_input');
    expect(result.text).toContain(text);
  });

  test('R9.6 list shows each time, on both sides of a change of the clocks', async () => {
    const session = begin();
    await add(session, { start: '2026-01-19T09:00', repeat: 'weekly' });
    expect(await list(session, { start: '2026-03-23', end: '2026-03-31' })).toEqual([
      '2026-03-23T08:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
    const { text } = await call(session, { action: 'list', start: '2026-03-30' });
    expect(text).toContain('Mon 2026-03-30 09:00 to 10:00 (Europe/Berlin), repeats every week');
  });

  test('R9.6 one time can be moved, by its start or its day, and the others stay', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'weekly' }));
    const moved = await call(session, {
      action: 'update',
      id,
      occurrence: '2026-01-26T09:00',
      start: '2026-01-27T14:00',
    });
    expect(moved.text).toMatch(
      /^Changed one time of a repeating calendar entry “Standup” \(id \S+\), Tue 2026-01-27 14:00 to 15:00/,
    );
    expect(moved.written).toHaveLength(2);
    await call(session, { action: 'update', id, occurrence: '2026-02-02', title: 'Retro' });
    expect(await list(session, { start: '2026-01-19', end: '2026-02-10' })).toEqual([
      '2026-01-19T08:00:00.000Z',
      '2026-01-27T13:00:00.000Z',
      '2026-02-02T08:00:00.000Z',
      '2026-02-09T08:00:00.000Z',
    ]);
  });

  test('R9.6 one time can be deleted, and what is left of it can be brought back', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'weekly' }));
    const gone = await call(session, { action: 'delete', id, occurrence: 'Mon 2026-01-26 09:00' });
    expect(gone.text).toContain('Deleted one time of a repeating calendar entry “Standup”');
    expect(gone.written.map(({ change }) => change)).toEqual(['deleted', 'put']);
    expect(entryOf(gone)).toMatchObject({
      title: 'Standup',
      replaces: { entry: id, start: '2026-01-26T08:00:00.000Z' },
    });
    expect(await list(session, { start: '2026-01-19', end: '2026-02-03' })).toEqual([
      '2026-01-19T08:00:00.000Z',
      '2026-02-02T08:00:00.000Z',
    ]);
    await call(session, { action: 'delete', id, occurrence: 'all' });
    expect(await list(session, { start: '2026-01-19', end: '2026-02-03' })).toEqual([]);
  });

  test('R6.1 a time at which it does not take place is refused, with those at which it does', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'weekly' }));
    const wrong = await call(session, { action: 'delete', id, occurrence: '2026-01-27' });
    expect(wrong.failure?.code).toBe('not_found');
    expect(wrong.text).toContain('does not take place at “2026-01-27”. Its next times are Mon 2026-02-02 09:00,');
    const once = entryOf(await add(session, { start: '2026-01-20T09:00' }));
    const single = await call(session, { action: 'delete', id: once.id, occurrence: '2026-01-20' });
    expect(single.text).toContain('does not repeat: leave out “occurrence”');
    const both = await call(session, { action: 'update', id, occurrence: '2026-01-26', repeat: 'daily' });
    expect(both.text).toContain('one occurrence cannot repeat');
  });

  test('R9.6 moving all takes exceptions, changed times and the day of the rule along', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'every monday' }));
    await call(session, { action: 'delete', id, occurrence: '2026-01-26' });
    await call(session, { action: 'update', id, occurrence: '2026-02-02', start: '2026-02-02T20:00' });
    const all = await call(session, { action: 'update', id, occurrence: 'all', start: '2026-01-20T10:00' });
    expect(all.text).toContain(
      'Tue 2026-01-20 10:00 to 11:00 (Europe/Berlin), repeats every week on Tue, no reminder.',
    );
    expect(await list(session, { start: '2026-01-19', end: '2026-02-11' })).toEqual([
      '2026-01-20T09:00:00.000Z',
      '2026-02-02T19:00:00.000Z',
      '2026-02-10T09:00:00.000Z',
    ]);
  });

  test.each([
    [{ action: 'delete', title: 'Standup' }, 'Nothing was deleted'],
    [{ action: 'delete', repeat: 'every monday' }, 'Nothing was deleted'],
    [{ action: 'delete', until: '2026-03-31' }, 'Nothing was deleted'],
    [{ action: 'update', start: '2026-01-26T11:00' }, 'Nothing was changed'],
    [{ action: 'update', end: '2026-01-26T11:00' }, 'Nothing was changed'],
    [{ action: 'update', all_day: true, title: 'Retro' }, 'Nothing was changed'],
  ])('R9.6 of a repeating entry, %j is refused until it says which time it means', async (input, text) => {
    const session = begin();
    const added = entryOf(await add(session, { start: '2026-01-12T09:00', repeat: 'every monday' }));
    const refused = await call(session, { ...input, id: added.id });
    expect(refused).toMatchObject({ failure: { code: 'invalid_input' }, written: [] });
    expect(refused.cause).toEqual({ failure: 'unclear_time', name: 'Standup' });
    expect(refused.text).toContain(text);
    expect(refused.text).toContain('(the next is Mon 2026-01-19 09:00), or “all” for every time');
    expect((await call(session, { ...input, id: added.id, occurrence: 'all' })).ok).toBe(true);
  });

  test.each([
    { title: 'Retro', start: '2026-01-12T09:00' },
    { place: 'Room 2' },
    { repeat: 'every tuesday', start: '2026-01-20T09:00' },
    { until: '2026-03-31' },
    { repeat: 'none' },
  ])('R9.6 a change that can only mean all times needs not say so: %j', async (input) => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-12T09:00', repeat: 'every monday' }));
    expect((await call(session, { action: 'update', id, ...input })).ok).toBe(true);
  });

  test.each(['all future', 'all after 2026-02-02', 'everything from now on'])(
    'R9.6 “%s” does not delete all times of an entry',
    async (occurrence) => {
      const session = begin();
      const { id } = entryOf(await add(session, { start: '2026-01-12T09:00', repeat: 'every monday' }));
      const refused = await call(session, { action: 'delete', id, occurrence });
      expect(refused).toMatchObject({ failure: { code: 'invalid_input' }, written: [] });
      expect(refused.text).toContain(', or all, not');
    },
  );

  test.each(['all', 'All times', 'every occurrence', '全部'])('R9.6 “%s” means all times', async (occurrence) => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-12T09:00', repeat: 'every monday' }));
    expect((await call(session, { action: 'delete', id, occurrence })).text).toMatch(/^Deleted all times/);
  });

  test('R9.6 of an entry that is over, no next time is named', async () => {
    const session = begin();
    const times = { start: '2025-01-06T09:00', repeat: 'every monday', until: '2025-02-03' };
    const { id } = entryOf(await add(session, times));
    const refused = await call(session, { action: 'delete', id });
    expect(refused.text).toContain('“occurrence” is the start of the one time, or “all” for every time');
  });

  test.each(['2026-01-27T02:00', '2026-01-26T18:00', '2026-01-27', '2026-01-26'])(
    'R6.1 the time “%s” of an entry is found by the clock of the person or of the entry',
    async (occurrence) => {
      const session = begin();
      const tokyo = { start: '2026-01-20T02:00', zone: 'Asia/Tokyo', repeat: 'every tuesday' };
      const { id } = entryOf(await add(session, tokyo));
      const gone = await call(session, { action: 'delete', id, occurrence });
      expect(entryOf(gone).replaces).toEqual({ entry: id, start: '2026-01-26T17:00:00.000Z' });
    },
  );

  test('R6.1 the times named instead begin with the day of the entry’s own clock', async () => {
    const session = begin();
    const tokyo = { start: '2026-01-20T02:00', zone: 'Asia/Tokyo', repeat: 'every tuesday' };
    const { id } = entryOf(await add(session, tokyo));
    const wrong = await call(session, { action: 'delete', id, occurrence: '2026-01-27T03:00' });
    expect(wrong.text).toContain('Its next times are Mon 2026-01-26 18:00, Mon 2026-02-02 18:00,');
  });

  test('R9.6 “all” is no error for an entry that takes place once', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-20T09:00' }));
    const gone = await call(session, { action: 'delete', id, occurrence: 'all' });
    expect(gone.text).toMatch(/^Deleted calendar entry “Standup”/);
  });

  test('R9.12 the result and the counts tell one time of an entry from all of them', async () => {
    const session = begin();
    const rows = new Map<string, WrittenRowRecord>();
    const tell = async (input: object) => {
      const result = await call(session, input);
      for (const row of result.written) recordLastRowChange(rows, row);
      return rowCounts(result.written);
    };
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'every monday' }));
    const one = { action: 'delete', id, occurrence: '2026-01-26' };
    expect(await tell(one)).toEqual([{ store: 'entries', change: 'deleted', n: 1, times: 'one' }]);
    const moved = { action: 'update', id, occurrence: '2026-02-02', start: '2026-02-03T09:00' };
    expect(await tell(moved)).toEqual([{ store: 'entries', change: 'put', n: 1, times: 'one' }]);
    const all = await call(session, { action: 'delete', id, occurrence: 'all' });
    expect(all.text).toMatch(/^Deleted all times of the repeating calendar entry “Standup”/);
    for (const row of all.written) recordLastRowChange(rows, row);
    expect(rowCounts(rows.values())).toEqual([
      { store: 'entries', change: 'deleted', n: 1, times: 'one' },
      { store: 'entries', change: 'deleted', n: 1, times: 'all' },
      { store: 'entries', change: 'put', n: 1, times: 'one' },
    ]);
  });

  test('R9.12 an entry that was added and then left out one time still counts as added', async () => {
    const session = begin();
    const rows = new Map<string, WrittenRowRecord>();
    const added = await add(session, { start: '2026-01-19T09:00', repeat: 'every monday' });
    const gone = await call(session, { action: 'delete', id: entryOf(added).id, occurrence: '2026-01-26' });
    for (const row of [...added.written, ...gone.written]) recordLastRowChange(rows, row);
    expect(rowCounts(rows.values())).toEqual([
      { store: 'entries', change: 'put', n: 1 },
      { store: 'entries', change: 'deleted', n: 1, times: 'one' },
    ]);
  });

  test('R9.6 repeat none ends the repetition', async () => {
    const session = begin();
    const { id } = entryOf(await add(session, { start: '2026-01-19T09:00', repeat: 'daily' }));
    await call(session, { action: 'update', id, repeat: 'none' });
    expect(await list(session, { start: '2026-01-19', end: '2026-01-30' })).toEqual(['2026-01-19T08:00:00.000Z']);
  });

  test('R9.6 overlaps are found between times of repeating entries, and free time leaves them out', async () => {
    const session = begin();
    await add(session, { start: '2026-01-19T09:00', repeat: 'weekly' });
    const second = await add(session, { title: 'Dentist', start: '2026-02-02T09:30' });
    expect(second.text).toContain('It overlaps:');
    expect(second.text).toContain('“Standup”, Mon 2026-02-02 09:00 to 10:00');
    const third = await add(session, { title: 'Yoga', start: '2026-01-20T09:00', repeat: 'daily' });
    expect(third.text).toContain('“Standup”, Mon 2026-01-26 09:00 to 10:00');
    const free = await call(session, {
      action: 'find_free',
      start: '2026-02-02',
      day_start: '08:00',
      day_end: '12:00',
    });
    expect(free.text).toContain('08:00 to Mon 2026-02-02 09:00');
    expect(free.text).toContain('10:30 to Mon 2026-02-02 12:00');
  });
});

describe('“find tomorrow’s appointments and check for conflicts”', () => {
  test('R9.6 days are understood in words, in both languages', async () => {
    const session = begin();
    await add(session, { title: 'Review', start: 'tomorrow 15:00' });
    await add(session, { title: 'Dentist', start: '明天 15:30' });
    await add(session, { title: 'Later', start: 'friday 3pm' });
    expect(await list(session, { start: 'tomorrow' })).toEqual([
      '2026-01-15T14:00:00.000Z',
      '2026-01-15T14:30:00.000Z',
    ]);
    expect(await list(session, { start: '后天' })).toEqual(['2026-01-16T14:00:00.000Z']);
    const conflicts = await call(session, { action: 'find_conflicts', start: 'tomorrow' });
    expect(conflicts.text).toMatch(
      /^1 overlapping from Thu 2026-01-15 00:00 to Fri 2026-01-16 00:00:\n.*“Review”.*overlaps.*“Dentist”/,
    );
  });

  test('R6.1 words that name no time are refused', async () => {
    for (const start of ['someday', 'tomorrow 3', 'tomorrow 25:00'])
      expect((await call(begin(), { action: 'list', start })).failure?.code).toBe('invalid_input');
  });
});

test('R9.12 deleting one time asks, and says which', () => {
  const box = toolbox([scheduleTool]);
  const checked = box.check('schedule', { action: 'delete', id: 'e1', title: 'Standup', occurrence: '2026-01-26' });
  expect(checked).toMatchObject({ access: { rule: 'always_ask', subject: '“Standup” e1 (2026-01-26)' } });
});
