import { wallTime } from '../calendar/wall-time.ts';
import { addDays } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';

/** One time of an entry as a calendar draws it. */
export interface CalendarEvent {
  /** Names this time of this entry among all that are shown. */
  id: string;
  allDay: boolean;
  /** What the clocks show (`2026-01-31T09:30:00`), without a zone; for all-day entries midnights, the end exclusive. */
  start: string;
  end: string;
}

/**
 * An entry as it lies on a calendar of days in `zone`. The end comes after the start even where the clocks are set back
 * in between: it then lies as far from it as the entry is long.
 */
export function calendarEvent(
  entry: Pick<CalendarEntry, 'id' | 'start' | 'end' | 'all_day'>,
  zone: string,
): CalendarEvent {
  const id = `${entry.id} ${entry.start}`;
  if (entry.all_day)
    return { id, allDay: true, start: `${entry.start}T00:00:00`, end: `${addDays(entry.end, 1)}T00:00:00` };
  const [from, until] = [Date.parse(entry.start), Date.parse(entry.end)];
  const start = wallTime.at(from, zone);
  const onClock = wallTime.at(until, zone);
  const end = onClock > start ? onClock : start + Math.max(60_000, until - from);
  return { id, allDay: false, start: wallTime.write(start), end: wallTime.write(end) };
}
