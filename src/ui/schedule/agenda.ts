import type { Occurrence } from '../../calendar/occurrences-in.ts';
import { dateAt, type CalendarDate, addDays } from '../../values/calendar-date.ts';
import { type CalendarEntry, entrySpan, spansOverlap } from '../../records/calendar-entry.ts';
import { wallTime } from '../../calendar/times.ts';

/** One occurrence of an entry in the agenda. */
export interface AgendaItem {
  /** The entry with the times of this occurrence. */
  entry: CalendarEntry;
  /** The entry as stored. */
  stored: CalendarEntry;
  /** The first and last day of the occurrence in the person's time zone. */
  first: CalendarDate;
  last: CalendarDate;
  /**
   * The titles of timed entries that overlap it; if there are very many, only the first ones. All-day entries and
   * entries without duration never count.
   */
  overlaps: readonly string[];
  /** True if another entry of the same title and time comes before it. */
  isTwin: boolean;
}

export interface AgendaDay {
  date: CalendarDate;
  items: readonly AgendaItem[];
}

/**
 * Returns the occurrences by day in order of time, each once: on its first day, or on today if it is still going on.
 * `earlier` are over, `ahead` are not. Days are those of `zone`; all-day entries keep their dates.
 */
export function agenda(
  occurrences: readonly Occurrence[],
  today: CalendarDate,
  zone: string,
): { earlier: AgendaDay[]; ahead: AgendaDay[] } {
  const spans = occurrences
    .map(({ entry, stored }) => ({ entry, stored, title: entry.title, ...entrySpan(entry) }))
    .sort((a, b) => a.from - b.from);
  const clashes = overlappingTitles(spans.filter(({ entry, from, until }) => !entry.all_day && from < until));
  const days = new Map<CalendarDate, AgendaItem[]>();
  const ordered = [...spans].sort((a, b) => Number(b.entry.all_day) - Number(a.entry.all_day));
  const spanKeys = new Set<string>();
  for (const span of ordered) {
    const { entry, stored } = span;
    const same = JSON.stringify([span.title, span.from, span.until]);
    const isTwin = spanKeys.has(same);
    spanKeys.add(same);
    const first = entry.all_day ? entry.start : dateAt(span.from, zone);
    const last = entry.all_day ? entry.end : dateAt(Math.max(span.from, span.until - 1), zone);
    const date = first < today && last >= today ? today : first;
    const item = { entry, stored, first, last, overlaps: clashes.get(span) ?? [], isTwin };
    const items = days.get(date);
    if (items) items.push(item);
    else days.set(date, [item]);
  }
  const all = [...days].map(([date, items]) => ({ date, items })).sort((a, b) => (a.date < b.date ? -1 : 1));
  return { earlier: all.filter(({ date }) => date < today), ahead: all.filter(({ date }) => date >= today) };
}

const mostDays = 366;

/** Returns the number of entries on each day that has any; an entry is counted on at most 366 days from its first. */
export function entryCountsByDay(days: readonly AgendaDay[]): ReadonlyMap<CalendarDate, number> {
  const counts = new Map<CalendarDate, number>();
  for (const { first, last } of days.flatMap(({ items }) => items))
    for (let date = first, n = 0; date <= last && n < mostDays; date = addDays(date, 1), n += 1)
      counts.set(date, (counts.get(date) ?? 0) + 1);
  return counts;
}

interface Span {
  title: string;
  from: number;
  until: number;
}

const mostTitles = 50;
/**
 * The maximum number of simultaneous entries with which an entry is compared; if there are more, only the latest ones
 * are compared.
 */
const mostAtOnce = 1000;

/**
 * Returns, for each span, the titles of the other spans that overlap it, each title once. A span with the same title,
 * start and end does not count. The spans must be in the order of their starts.
 */
function overlappingTitles<S extends Span>(spans: readonly S[]): ReadonlyMap<S, readonly string[]> {
  const titlesBySpan = new Map<S, string[]>(spans.map((span) => [span, []]));
  const name = (span: S, other: S) => {
    const titles = titlesBySpan.get(span);
    if (titles && titles.length < mostTitles && !titles.includes(other.title)) titles.push(other.title);
  };
  let open: S[] = [];
  for (const span of spans) {
    if (Number.isNaN(span.from) || Number.isNaN(span.until)) continue;
    open = open.filter(({ until }) => until > span.from).slice(-mostAtOnce);
    for (const other of open) {
      const isTwin = span.title === other.title && span.from === other.from && span.until === other.until;
      if (isTwin || !spansOverlap(span, other)) continue;
      name(span, other);
      name(other, span);
    }
    open.push(span);
  }
  return titlesBySpan;
}

/** The length, in milliseconds, at which the calendar draws an entry without an end. */
const momentLength = 30 * 60_000;

/** An occurrence as the calendar component draws it. */
interface CalendarEvent {
  /** Unique for this occurrence of this entry. */
  id: string;
  allDay: boolean;
  /** Local time (`2026-01-31T09:30:00`) without a zone; for all-day entries midnights, with an exclusive end. */
  start: string;
  end: string;
}

/**
 * Returns an occurrence in the local time of `zone`. Its end follows its start even if clocks are set back in between:
 * the end is then computed from the entry's duration.
 */
export function toCalendarEvent(
  entry: Pick<CalendarEntry, 'id' | 'start' | 'end' | 'all_day'>,
  zone: string,
): CalendarEvent {
  const id = `${entry.id} ${entry.start}`;
  if (entry.all_day)
    return { id, allDay: true, start: `${entry.start}T00:00:00`, end: `${addDays(entry.end, 1)}T00:00:00` };
  const [from, until] = [Date.parse(entry.start), Date.parse(entry.end)];
  const start = wallTime.at(from, zone);
  const onClock = wallTime.at(until, zone);
  const length = until > from ? Math.max(60_000, until - from) : momentLength;
  const end = onClock > start ? onClock : start + length;
  return { id, allDay: false, start: wallTime.write(start), end: wallTime.write(end) };
}
