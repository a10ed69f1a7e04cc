import type { Occurrence } from '../calendar/occurrences-in.ts';
import { dateAt, type CalendarDate } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { overlappingTitles } from './overlapping-titles.ts';

/** One time of an entry where it stands in the agenda. */
export interface AgendaItem {
  /** With the times of this one. */
  entry: CalendarEntry;
  /** As it is stored. */
  stored: CalendarEntry;
  /** Its days as the person's calendar has them, both inclusive. */
  first: CalendarDate;
  last: CalendarDate;
  /** Titles of the timed entries that take some of the same time, of very many the first. All-day entries frame a day and never count. */
  overlaps: readonly string[];
}

export interface AgendaDay {
  date: CalendarDate;
  items: readonly AgendaItem[];
}

/**
 * What takes place by day, in the order of time, each once: on its first day, or today while it goes on. `earlier` is over,
 * `ahead` is not. Days are those of `zone`; all-day entries keep the dates they were given.
 */
export function agenda(
  occurrences: readonly Occurrence[],
  today: CalendarDate,
  zone: string,
): { earlier: AgendaDay[]; ahead: AgendaDay[] } {
  const spans = occurrences
    .map(({ entry, stored }) => ({ entry, stored, title: entry.title, ...entrySpan(entry) }))
    .sort((a, b) => a.from - b.from);
  const clashes = overlappingTitles(spans.filter(({ entry }) => !entry.all_day));
  const days = new Map<CalendarDate, AgendaItem[]>();
  const ordered = [...spans].sort((a, b) => Number(b.entry.all_day) - Number(a.entry.all_day));
  for (const span of ordered) {
    const { entry, stored } = span;
    const first = entry.all_day ? entry.start : dateAt(span.from, zone);
    const last = entry.all_day ? entry.end : dateAt(Math.max(span.from, span.until - 1), zone);
    const date = first < today && last >= today ? today : first;
    const item = { entry, stored, first, last, overlaps: clashes.get(span) ?? [] };
    const items = days.get(date);
    if (items) items.push(item);
    else days.set(date, [item]);
  }
  const all = [...days].map(([date, items]) => ({ date, items })).sort((a, b) => (a.date < b.date ? -1 : 1));
  return { earlier: all.filter(({ date }) => date < today), ahead: all.filter(({ date }) => date >= today) };
}
