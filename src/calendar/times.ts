import type { CalendarEntry } from '../domain/calendar-entry.ts';

/** When an entry, or one of its occurrences, begins and ends; as `CalendarEntry` has them. */
export type Times = Pick<CalendarEntry, 'start' | 'end'>;
