// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeIcs } from '../../../src/calendar/ics/write-ics.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { calendarEntryDraft } from '../../../src/ui/schedule/entry-draft.ts';
import { Schedule } from '../../../src/ui/schedule/schedule.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { anEntry } from '../calendar/an-entry.ts';
import { importsHere } from '../../fakes/imports-here.ts';

const rows = new Map<string, CalendarEntry>();
const watchers = new Set<() => void>();
const saved: string[] = [];
let tell: (runs: ScheduledRun[]) => void;
let refuses = false;
let minted = 0;

const write = async (all: readonly CalendarEntry[]) => {
  if (refuses) throw new Error('full');
  for (const row of all) rows.set(row.id, row);
  watchers.forEach((tell) => tell());
};
const entries = {
  list: () => ({
    subscribe(next: (value: CalendarEntry[]) => void) {
      const tell = () => next([...rows.values()].filter((row) => row.deleted_at === null));
      watchers.add(tell);
      tell();
      return () => watchers.delete(tell);
    },
  }),
  get: async (id: string) => rows.get(id),
  save: (row: CalendarEntry) => write([row]),
  saveAll: write,
};
const bin = {
  things: () => ({
    subscribe(next: (value: { kind: 'entries'; id: string }[]) => void) {
      next([...rows.values()].flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [{ kind: 'entries', id }])));
      return () => undefined;
    },
  }),
};
const clock = {
  now: () => '2026-01-14T09:00:00.000Z',
  zone: () => 'Europe/Berlin',
  newId: (prefix: string) => `${prefix}-${(minted += 1)}`,
};

let toasts: Toasts;
let schedule: Schedule;
let stop: () => void;

beforeEach(async () => {
  rows.clear();
  saved.length = 0;
  refuses = false;
  const words = new Translator();
  await words.loadAll();
  toasts = new Toasts();
  const saveFile = (_: string, __: string, content: string) => void saved.push(content);
  const notifier = async () => ({ ask: async () => false });
  const scheduledRuns = {
    list: () => ({
      subscribe(next: (value: ScheduledRun[]) => void) {
        tell = (runs) => {
          next(runs);
          flushSync();
        };
        next([]);
        return () => undefined;
      },
    }),
  };
  const dependencies = {
    stores: { entries, scheduledRuns, bin },
    clock,
    saveFile,
    notifier,
    imports: async () => importsHere,
  };
  schedule = new Schedule({ words, toasts, dependencies } as unknown as App);
  stop = $effect.root(() => {
    $effect(() => expect(schedule.unreadable || schedule.agenda).not.toBe(true));
  });
  flushSync();
});
afterEach(() => stop());

const items = () =>
  [...(schedule.agenda?.earlier ?? []), ...(schedule.agenda?.ahead ?? [])].flatMap((day) => day.items);
const starts = () => items().map(({ entry }) => entry.start);
const weekly = (change: Partial<CalendarEntry> = {}) =>
  anEntry({
    start: '2026-01-19T08:00:00.000Z',
    end: '2026-01-19T09:00:00.000Z',
    repeat: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
    ...change,
  });
async function keep(...all: CalendarEntry[]) {
  await write(all);
  flushSync();
}
function item(at: number) {
  const found = items()[at];
  if (!found) throw new Error('none');
  return found;
}
const undo = async () => {
  toasts.list.at(-1)?.action?.run();
  await expect.poll(() => (flushSync(), true)).toBe(true);
};

describe('repeating entries', () => {
  test('R9.6 each time is shown, a few months ahead, and further where somebody looks', async () => {
    await keep(weekly({ repeat: 'FREQ=WEEKLY;BYDAY=MO' }));
    expect(starts()).toHaveLength(13);
    schedule.lookAt('2026-07-10');
    flushSync();
    expect([...schedule.counts.keys()]).toContain('2026-07-27');
  });

  test('R9.6 one of them can be changed', async () => {
    await keep(weekly());
    const second = item(1);
    const draft = {
      ...calendarEntryDraft.of({ ...second.entry, repeat: null }),
      title: 'Retro',
      startTime: '11:00',
      endTime: '12:00',
    };
    expect(await schedule.save(second, draft, 'one')).toBeNull();
    flushSync();
    expect(items().map(({ entry }) => `${entry.start} ${entry.title}`)).toEqual([
      '2026-01-19T08:00:00.000Z Standup',
      '2026-01-26T10:00:00.000Z Retro',
      '2026-02-02T08:00:00.000Z Standup',
      '2026-02-09T08:00:00.000Z Standup',
    ]);
  });

  test('R9.6 all of them can be changed', async () => {
    await keep(weekly());
    const second = item(1);
    const draft = calendarEntryDraft.startingAt(calendarEntryDraft.of(second.stored), {
      startDate: '2026-01-20',
      startTime: '10:00',
    });
    expect(await schedule.save(second, draft, 'all')).toBeNull();
    flushSync();
    expect(starts()).toEqual(
      ['2026-01-20', '2026-01-27', '2026-02-03', '2026-02-10'].map((day) => `${day}T09:00:00.000Z`),
    );
  });

  test('R12.6 one of them can be deleted, or all, and brought back', async () => {
    await keep(weekly());
    await schedule.remove(item(1), 'one');
    flushSync();
    expect(starts()).toHaveLength(3);
    await undo();
    expect(starts()).toHaveLength(4);
    await schedule.remove(item(1), 'all');
    flushSync();
    expect(starts()).toEqual([]);
    await undo();
    expect(starts()).toHaveLength(4);
  });

  test('R9.6 a new one begins on the first day that fits, and what never takes place is refused', async () => {
    const draft = { ...calendarEntryDraft.on('2026-01-14', 'Europe/Berlin'), title: 'Run' };
    const repeat = { ...draft.repeat, kind: 'weekly' as const, days: [5] };
    expect(await schedule.save(null, { ...draft, repeat })).toBeNull();
    flushSync();
    expect(starts()[0]).toBe('2026-01-16T08:00:00.000Z');
    const never = { ...repeat, ends: 'date' as const, until: '2026-01-15' };
    expect(await schedule.save(null, { ...draft, repeat: never })).toBe('until');
  });

  test('R12.4 the form stays where the storage refuses', async () => {
    refuses = true;
    const draft = { ...calendarEntryDraft.on('2026-01-14', 'Europe/Berlin'), title: 'Run' };
    expect(await schedule.save(null, draft)).toBe('storage');
    expect(toasts.list[0]?.tone).toBe('refused');
  });
});

describe('calendar files', () => {
  const file = (text: string) => new File([text], 'calendar.ics');

  test('R14.4 an empty calendar is not exported, and says so', async () => {
    await schedule.files.export();
    expect(toasts.list[0]?.text).toBe('There is nothing in the calendar to export.');
    await keep(weekly());
    await schedule.files.export();
    expect(saved[0]).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4');
  });

  test('R14.4 an import says what it did, and can be undone', async () => {
    const imported = anEntry({ id: 'own', uid: 'one@elsewhere', title: 'Old title' });
    await keep(imported);
    const text = writeIcs([{ ...imported, title: 'New title' }, weekly()], clock.now());
    await schedule.files.import(file(text));
    expect(toasts.list.at(-1)?.text).toBe('Imported: 1 added, 1 updated, 0 removed.');
    expect(rows.get('own')?.title).toBe('New title');
    await undo();
    flushSync();
    expect(items().map(({ entry }) => entry.title)).toEqual(['Old title']);
  });

  test('R14.4 a broken file changes nothing and names the line', async () => {
    await schedule.files.import(
      file('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
    );
    expect(toasts.list.at(-1)).toMatchObject({
      tone: 'refused',
      text: 'There are no events in this file that could be read. 1 line could not be read and was left out: line 3 (“DTSTART:soon”) with its entry.',
    });
    expect(rows.size).toBe(0);
  });
});

describe('R14.4 what is dragged in the calendar', () => {
  const hour = 3_600_000;
  const undo = () => toasts.list.at(-1)?.action?.run();

  test('is moved, said, and brought back', async () => {
    await keep(anEntry({ start: '2026-01-15T08:00:00.000Z', end: '2026-01-15T09:00:00.000Z' }));
    expect(await schedule.move(item(0), { what: 'whole', by: 25 * hour })).toBe(true);
    flushSync();
    expect(starts()).toEqual(['2026-01-16T09:00:00.000Z']);
    expect(toasts.list.at(-1)?.text).toBe('“Standup” now begins Fri 16 Jan, 10:00.');
    undo();
    await expect.poll(() => rows.get('e1')?.start).toBe('2026-01-15T08:00:00.000Z');
  });

  test('is made longer by its end', async () => {
    await keep(anEntry({ start: '2026-01-15T08:00:00.000Z', end: '2026-01-15T09:00:00.000Z' }));
    await schedule.move(item(0), { what: 'end', by: hour / 2 });
    expect(rows.get('e1')?.end).toBe('2026-01-15T09:30:00.000Z');
    expect(toasts.list.at(-1)?.text).toBe('“Standup” now ends Thu 15 Jan, 10:30.');
  });

  test('moves one time of a repeating entry, and undoing it leaves the series whole', async () => {
    await keep(weekly());
    await schedule.move(item(1), { what: 'whole', by: hour }, 'one');
    flushSync();
    expect(starts()).toContain('2026-01-26T09:00:00.000Z');
    expect(starts()).not.toContain('2026-01-26T08:00:00.000Z');
    expect(starts()).toHaveLength(4);
    undo();
    await expect.poll(() => rows.get('e1')?.except).toEqual([]);
    expect([...rows.values()].filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
  });

  test('moves all times of a repeating entry, its days along', async () => {
    await keep(weekly());
    await schedule.move(item(2), { what: 'whole', by: 24 * hour }, 'all');
    flushSync();
    expect(rows.get('e1')?.repeat).toBe('FREQ=WEEKLY;BYDAY=TU;COUNT=4');
    expect(starts()[0]).toBe('2026-01-20T08:00:00.000Z');
    expect(starts()).toHaveLength(4);
  });

  test('stays where it was when the storage refuses', async () => {
    await keep(anEntry());
    refuses = true;
    expect(await schedule.move(item(0), { what: 'whole', by: hour })).toBe(false);
    expect(toasts.list.at(-1)?.tone).toBe('refused');
  });
});

describe('scheduled plans', () => {
  const run: ScheduledRun = {
    ...{ id: 'due-1', name: 'Weekly report', first: '2026-01-12T09:00', zone: 'Europe/Berlin', active: true },
    plan: { ...emptyPlan('plan-1', 'Write the report', '2026-01-10T08:00:00.000Z'), status: 'paused' },
    ...{
      repeat: 'FREQ=WEEKLY',
      next_at: '2026-01-19T08:00:00.000Z',
      started: null,
      created_at: '2026-01-10T08:00:00.000Z',
    },
    deleted_at: null,
  };
  const days = () =>
    schedule.agenda?.ahead.map(({ date, items }) => [date, ...items.map(({ entry }) => entry.title)]) ?? [];

  test('R9.11 stand in the calendar at each of their coming starts, and clash with nothing', async () => {
    tell([run]);
    await write([
      anEntry({ id: 'e1', title: 'Call', start: '2026-01-19T07:30:00.000Z', end: '2026-01-19T09:00:00.000Z' }),
    ]);
    flushSync();
    expect(days().slice(0, 2)).toEqual([
      ['2026-01-19', 'Call', 'Weekly report'],
      ['2026-01-26', 'Weekly report'],
    ]);
    const items = schedule.itemsOn('week', '2026-01-19') ?? [];
    expect(items.map(({ overlaps }) => overlaps)).toEqual([[], []]);
    expect(items.map((item) => schedule.scheduledRun(item)?.id)).toEqual([undefined, 'due-1']);
    expect(schedule.dayOf('due-1')).toBe('2026-01-19');
  });

  test('R9.11 that are over leave it, and one that is off stands only at its next time', () => {
    tell([{ ...run, id: 'due-2', next_at: null }]);
    expect(days()).toEqual([]);
    tell([{ ...run, active: false }]);
    expect(days()).toEqual([['2026-01-19', 'Weekly report']]);
  });
});
