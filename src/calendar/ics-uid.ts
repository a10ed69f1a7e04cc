import type { CalendarEntry } from '../domain/calendar-entry.ts';

/** By what an entry is known in calendar files. */
export function icsUid({ uid, id }: Pick<CalendarEntry, 'uid' | 'id'>): string {
  return uid ?? `${id}@cairn`;
}
