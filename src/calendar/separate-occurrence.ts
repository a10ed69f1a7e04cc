import type { CalendarEntry } from '../records/calendar-entry.ts';

/**
 * Separates one occurrence from a repeating entry: `series` excludes it, `single` is an entry that replaces it, to be
 * edited or, marked as deleted, to be restored.
 */
export function separateOccurrence(
  storedEntry: CalendarEntry,
  occurrence: CalendarEntry,
  id: string,
  now: string,
): { series: CalendarEntry; single: CalendarEntry } {
  const { source: _, ...own } = occurrence;
  const { start } = own;
  const except = [...storedEntry.except, start].sort();
  return {
    series: { ...storedEntry, except, updated_at: now },
    single: {
      ...own,
      ...{ id, repeat: null, except: [], uid: null, replaces: { entry: storedEntry.id, start } },
      ...{ created_at: now, updated_at: now },
    },
  };
}
