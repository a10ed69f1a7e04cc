import { expect, onTestFinished, test } from 'vitest';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { Reminders } from '../../../src/ui/background/reminders.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { anEntry } from '../calendar/an-entry.ts';
import { FakeAlarm } from '../../fakes/fake-alarm.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';

const words = new Translator();
await words.loadAll();
const minutes = (n: number) => n * 60_000;

/** A browser: its tabs share the clock, the locks, the mark and the calendar. */
function browser(start: string) {
  let now = Date.parse(start);
  let marked: string | null = null;
  let entries: CalendarEntry[] = [];
  const watchers = new Set<(entries: CalendarEntry[]) => void>();
  const locks = new MemoryLocks();
  const notified: string[] = [];
  const shown: string[] = [];
  let asks = false;
  return {
    neverAsked: () => (asks = true),
    notified,
    shown,
    pass: (ms: number) => (now += ms),
    keep(...rows: CalendarEntry[]) {
      entries = rows;
      watchers.forEach((tell) => tell(entries));
    },
    async tab({ isVisible = true } = {}) {
      const alarm = new FakeAlarm();
      const toasts = new Toasts();
      const reminders = new Reminders({
        stores: {
          entries: {
            list: () => ({
              subscribe(next: (rows: CalendarEntry[]) => void) {
                watchers.add(next);
                next(entries);
                return () => watchers.delete(next);
              },
            }),
            get: async () => undefined,
            save: async () => undefined,
            saveAll: async () => undefined,
          },
        },
        clock: {
          now: () => new Date(now).toISOString(),
          zone: () => 'Europe/Berlin',
          languages: () => ['en'],
          random: () => 0,
          newId: (prefix) => prefix,
        },
        ...{ locks, alarm, toasts, words },
        notifier: {
          ask: async () => true,
          canAsk: () => asks,
          show: ({ title, text }) => void notified.push(`${title}, ${text}`),
        },
        mark: { read: () => marked, write: (mark) => (marked = mark) },
        isVisible: () => isVisible,
        openCalendar: () => undefined,
      });
      const stop = reminders.start();
      onTestFinished(stop);
      await reminders.settled();
      return {
        alarm,
        stop,
        toasts: () => toasts.list.map(({ text, tone }) => `${tone}: ${text}`),
        wake: async () => {
          alarm.ring();
          await reminders.settled();
        },
      };
    },
  };
}

/** At 09:00 in Berlin. */
const standup = (change: Partial<CalendarEntry> = {}) => anEntry({ reminder: 15, ...change });

test('R9.6 a reminder comes at its time, in the browser and on the page, where it stays', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup({ place: 'Room 2' }));
  const tab = await one.tab();
  expect(tab.alarm.at).toBe(Date.parse('2026-01-05T07:45:00Z'));
  one.pass(minutes(44));
  await tab.wake();
  expect(one.notified).toEqual([]);
  one.pass(minutes(1));
  await tab.wake();
  expect(one.notified).toHaveLength(1);
  expect(one.notified[0]).toMatch(/^Standup, .*09:00 · Room 2$|^Standup, .* · Room 2$/);
  expect(tab.toasts()[0]).toMatch(/^reminder: Standup: /);
  await tab.wake();
  expect(one.notified).toHaveLength(1);
});

test('R9.6 of several tabs one reminds', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup());
  const tabs = [await one.tab(), await one.tab(), await one.tab()];
  one.pass(minutes(46));
  await Promise.all(tabs.map((tab) => tab.wake()));
  expect(one.notified).toHaveLength(1);
  expect(tabs.flatMap((tab) => tab.toasts())).toHaveLength(1);
});

test.each([
  ['an hour', 60, 1],
  ['23 hours', 23 * 60, 1],
  ['a weekend', 63 * 60, 1],
  ['more than a week', 8 * 24 * 60, 0],
])(
  'R9.6 after %s of sleep or a closed page, a reminder that was missed comes once, and has no notification if it is over for a week',
  async (_, late, times) => {
    const one = browser('2026-01-05T07:00:00Z');
    one.keep(standup());
    const before = await one.tab();
    before.stop();
    one.pass(minutes(45 + late));
    const tab = await one.tab();
    expect(one.notified).toHaveLength(times);
    expect(tab.toasts()[0]).toMatch(
      times > 0
        ? /^reminder: While you were away: Standup, /
        : /^reminder: While you were away: 1 reminder\nOver for more than a week: 1, the first on Mon,? 5 Jan$/,
    );
    await one.tab();
    expect(one.notified).toHaveLength(times);
  },
);

test('R9.6 a reminder that was missed weeks ago comes if its entry is still ahead', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup({ start: '2026-01-30T08:00:00.000Z', end: '2026-01-30T09:00:00.000Z', reminder: 14 * 24 * 60 }));
  (await one.tab()).stop();
  one.pass(minutes(24 * 24 * 60));
  await one.tab();
  expect(one.notified).toHaveLength(1);
});

test('R9.6 reminders of what is long over are counted below those of the last week', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  const dentist = standup({ id: 'entry_2', title: 'Dentist', start: '2026-01-08T08:00:00.000Z' });
  const garden = standup({ id: 'entry_3', title: 'Garden', start: '2026-01-22T08:00:00.000Z' });
  one.keep(standup(), dentist, garden);
  (await one.tab()).stop();
  one.pass(minutes(20 * 24 * 60));
  const tab = await one.tab();
  expect(tab.toasts()).toHaveLength(1);
  expect(tab.toasts()[0]).toMatch(
    /^reminder: While you were away: 3 reminders\nGarden: [^\n]*\nOver for more than a week: 2, the first on Mon,? 5 Jan$/,
  );
  expect(one.notified).toHaveLength(1);
  one.keep(standup(), garden);
  expect(tab.toasts()[0]).toMatch(/Over for more than a week: 1, the first on/);
  one.keep();
  expect(tab.toasts()).toEqual([]);
});

test('R9.6 many reminders that were missed come in one message, the latest five as lines, whose count is said', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  const hours = [8, 9, 10, 11, 12, 13, 14, 15];
  one.keep(
    ...hours.map((hour) => {
      const start = `2026-01-05T${String(hour).padStart(2, '0')}:00:00.000Z`;
      return standup({ id: `entry_${hour}`, title: `Shoot ${hour}`, start, end: start.replace(':00:00', ':30:00') });
    }),
  );
  (await one.tab()).stop();
  one.pass(minutes(12 * 60));
  const tab = await one.tab();
  expect(tab.toasts()).toHaveLength(1);
  expect(tab.toasts()[0]?.split('\n')).toHaveLength(1 + 5 + 1);
  expect(tab.toasts()[0]).toMatch(
    /^reminder: While you were away: 8 reminders\nShoot 11: .*\nShoot 15: [^\n]*\n… and 3 more$/s,
  );
  expect(one.notified).toHaveLength(1);
  expect(one.notified[0]?.split('\n')).toHaveLength(5 + 1);
});

test('R9.6 reminders that nobody has dismissed stand together in one toast, the newest last', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup(), standup({ id: 'entry_2', title: 'Lab', start: '2026-01-05T09:00:00.000Z' }));
  const tab = await one.tab();
  one.pass(minutes(45));
  await tab.wake();
  one.pass(minutes(60));
  await tab.wake();
  expect(one.notified).toHaveLength(2);
  expect(tab.toasts()).toHaveLength(1);
  expect(tab.toasts()[0]).toMatch(/^reminder: Standup: .*\nLab: /);
});

test('R9.6 the number of missed reminders is that of the lines below it; what is due now stands above it', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  const daily = (id: string, title: string, start: string) => standup({ id, title, start, repeat: 'FREQ=DAILY' });
  one.keep(
    daily('pill', 'Pill', '2026-01-04T20:15:00.000Z'),
    daily('watch', 'Watch', '2026-01-04T02:15:00.000Z'),
    standup({ id: 'dentist', title: 'Dentist', start: '2026-01-07T08:00:00.000Z' }),
  );
  (await one.tab()).stop();
  one.pass(minutes(48 * 60 + 45));
  const tab = await one.tab();
  const lines = () =>
    tab
      .toasts()[0]
      ?.replace(/, \d+:\d+/g, '')
      .split('\n');
  const away: unknown[] = [
    'While you were away: 4 reminders',
    'Pill: 6 Jan (2 times)',
    expect.stringMatching(/^Watch: .* \(2 times\)$/),
  ];
  expect(lines()).toEqual([expect.stringMatching(/^reminder: Dentist: /), ...away]);
  expect(one.notified).toHaveLength(2);
  one.pass(minutes(12 * 60 + 15));
  await tab.wake();
  expect(lines()?.slice(1)).toEqual([expect.stringMatching(/^Pill: \d/), ...away]);
});

test('R9.6 at the first start of all nothing of before is reminded of', async () => {
  const one = browser('2026-01-05T08:00:00Z');
  one.keep(standup());
  await one.tab();
  expect(one.notified).toEqual([]);
});

test('R9.6 each time of a repeating entry has its reminder; left-out and deleted ones have none', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup({ repeat: 'FREQ=DAILY', except: ['2026-01-06T08:00:00.000Z'] }));
  const tab = await one.tab();
  for (let hour = 0; hour < 72; hour += 1) {
    one.pass(minutes(60));
    await tab.wake();
  }
  expect(one.notified).toHaveLength(2);
  one.keep();
  one.pass(minutes(24 * 60));
  await tab.wake();
  expect(one.notified).toHaveLength(2);
});

test('R9.6 a reminder added while the page is open sets the alarm', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  const tab = await one.tab();
  expect(tab.alarm.at).toBeNull();
  one.keep(standup({ reminder: 0 }));
  await expect.poll(() => tab.alarm.at).toBe(Date.parse('2026-01-05T08:00:00Z'));
});

test.each([
  ['a year', 365 * 24 * 60],
  ['a day', 24 * 60],
  ['an hour', 60],
])('R9.6 a clock that was %s ahead and was put right keeps no reminder back', async (_, ahead) => {
  const one = browser('2026-01-05T07:00:00Z');
  one.keep(standup());
  one.pass(minutes(ahead));
  (await one.tab()).stop();
  one.pass(-minutes(ahead));
  const before = one.notified.length;
  const tab = await one.tab();
  one.pass(minutes(46));
  await tab.wake();
  expect(one.notified.slice(before)).toHaveLength(1);
});

test('R9.6 notifications are offered, once, where the first reminder is set without the form', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.neverAsked();
  one.keep(standup({ id: 'old' }));
  const tab = await one.tab();
  one.keep(standup({ id: 'old' }), standup({ id: 'over', start: '2026-01-04T08:00:00.000Z' }));
  expect(tab.toasts()).toEqual([]);
  one.keep(standup({ id: 'old' }), standup({ id: 'new', title: 'Album pickup' }));
  one.keep(standup({ id: 'old' }), standup({ id: 'newer', title: 'Wedding fair' }));
  expect(tab.toasts()).toEqual(['reminder: You are reminded of “Album pickup” here, while this page is open.']);
});

test('R9.6 each entry has one line, that of its latest time, and none once it is deleted', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  const daily = Array.from({ length: 20 }, (_, n) =>
    standup({ id: `entry_${n}`, title: `Task ${n}`, repeat: 'FREQ=DAILY' }),
  );
  one.keep(...daily);
  (await one.tab()).stop();
  one.pass(minutes(30 * 24 * 60));
  const tab = await one.tab();
  expect(tab.toasts()[0]?.split('\n')).toHaveLength(1 + 5 + 1 + 1);
  expect(tab.toasts()[0]).toMatch(/and 105 more\nOver for more than a week: [^\n]*$/);
  for (let n = 0; n < 3; n += 1) {
    one.pass(minutes(24 * 60));
    await tab.wake();
  }
  expect(tab.toasts()).toHaveLength(1);
  expect(tab.toasts()[0]).toMatch(/and 150 more\nOver for more than a week: [^\n]*$/);
  one.keep(daily[3]!);
  expect(tab.toasts()[0]).toMatch(/\nTask 3: [^\n]*\nOver for[^\n]*$/);
  expect(tab.toasts()[0]?.split('\n')).toHaveLength(1 + 1 + 1);
  one.keep();
  expect(tab.toasts()).toEqual([]);
});

test('R9.6 notifications are offered in the tab that the person sees, and for one entry that is added, not for many', async () => {
  const one = browser('2026-01-05T07:00:00Z');
  one.neverAsked();
  const [seen, hidden] = [await one.tab(), await one.tab({ isVisible: false })];
  one.keep(standup({ id: 'a' }), standup({ id: 'b' }));
  expect(seen.toasts()).toEqual([]);
  one.keep(standup({ id: 'a' }), standup({ id: 'b' }), standup({ id: 'c' }));
  expect(seen.toasts()).toHaveLength(1);
  expect(hidden.toasts()).toEqual([]);
});
