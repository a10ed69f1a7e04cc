import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import SchedulePane from '../../../src/ui/schedule/SchedulePane.svelte';
import type { Settings } from '../../../src/records/settings.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { openApp } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';
import { anEntry } from '../../unit/calendar/an-entry.ts';

/** Timed entries of a day, one an hour. */
const timed = (day: string, n: number): CalendarEntry[] =>
  Array.from({ length: n }, (_, at) => {
    const hour = String(8 + at).padStart(2, '0');
    const [start, end] = [`${day}T${hour}:00:00.000Z`, `${day}T${hour}:30:00.000Z`];
    return anEntry({ id: `${day}/${hour}`, title: `Entry ${String(at)}`, start, end });
  });

const allDay = (day: string, n: number): CalendarEntry[] =>
  Array.from({ length: n }, (_, at) =>
    anEntry({ id: `${day}/${String(at)}`, title: `Day ${String(at)}`, start: day, end: day, all_day: true }),
  );

async function calendar(calendar_view: Settings['calendar_view'], stored: readonly CalendarEntry[]) {
  const { app, page: parts } = await openApp({ settings: { calendar_view } });
  await app.dependencies.stores.entries.saveAll(stored);
  Object.assign(root().style, { display: 'grid', height: '800px' });
  show(SchedulePane, { app }, parts);
  return app.dependencies.stores.entries;
}

/** The upper edges of the visible entries in the day's column, each once: entries on one another count as one. */
function placesOn(day: string): number[] {
  const column = document.querySelector(`:is(.ec-day, .ec-col-head):has([datetime="${day}"])`)?.getBoundingClientRect();
  if (!column) return [];
  const places = [...document.querySelectorAll('.ec-event')]
    .filter((each) => getComputedStyle(each).visibility === 'visible')
    .map((each) => each.getBoundingClientRect())
    .filter(({ left, top }) => left >= column.left - 1 && left < column.right - 1 && top >= column.top - 1);
  const month = document.querySelector('.ec-month-view') !== null;
  return [...new Set(places.filter(({ top }) => !month || top < column.bottom).map(({ top }) => Math.round(top)))];
}

/** The number of a day's entries as the month shows it: those in sight and those behind “+N”. */
function countOn(day: string): { inSight: number; all: number } {
  const more = document.querySelector(`.ec-day:has([datetime="${day}"]) .ec-day-foot`)?.textContent ?? '';
  const inSight = placesOn(day).length;
  return { inSight, all: inSight + Number(/\d+/.exec(more)?.[0] ?? 0) };
}

const expectWhole = async (day: string, n: number) => {
  await expect.poll(() => countOn(day).all).toBe(n);
  expect(countOn(day).inSight).toBeGreaterThan(1);
};

/** Pages a month forward and moves in it by key; each day's entries lie below one another all the time. */
export async function seeMonths(): Promise<void> {
  const january = timed('2026-01-14', 5);
  const entries = await calendar('month', [...january, ...timed('2026-02-11', 2), ...timed('2026-02-12', 9)]);
  await expectWhole('2026-01-14', 5);
  await page.getByRole('button', { name: 'Next month' }).click();
  await expectWhole('2026-02-11', 2);
  await expectWhole('2026-02-12', 9);
  document.querySelector<HTMLElement>('.ec-main')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expectWhole('2026-02-12', 9);
  await entries.saveAll(timed('2026-02-17', 3));
  await expectWhole('2026-02-17', 3);
  await expectWhole('2026-02-12', 9);
}

/** Pages a week forward: its entries of a whole day lie below one another. */
export async function seeWeeks(): Promise<void> {
  await calendar('week', [...allDay('2026-01-01', 2), ...allDay('2026-01-08', 3)]);
  await expect.poll(() => placesOn('2026-01-01').length).toBe(2);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect.poll(() => placesOn('2026-01-08').length).toBe(3);
}
