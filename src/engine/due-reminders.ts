import { occurrencesStartingIn } from '../calendar/occurrences-in.ts';
import { type CalendarEntry, entrySpan } from '../records/calendar-entry.ts';

/** A reminder of one occurrence of an entry; `at` is in milliseconds since 1970. */
export interface DueReminder {
  at: number;
  entry: CalendarEntry;
}

const minute = 60_000;

/** The reminders due after `from`, up to and including `until` (milliseconds since 1970), in order. */
export function dueReminders(entries: readonly CalendarEntry[], from: number, until: number): DueReminder[] {
  const ids = new Set(entries.map(({ id }) => id));
  const visibleEntries = entries.filter(({ replaces }) => !replaces || ids.has(replaces.entry));
  return visibleEntries
    .flatMap((storedEntry) => {
      const { reminder } = storedEntry;
      if (reminder === null) return [];
      const ahead = reminder * minute;
      const span = { from: from + ahead, until: until + ahead + 1 };
      return occurrencesStartingIn(storedEntry, span).map((entry) => ({
        at: entrySpan(entry).from - ahead,
        entry,
      }));
    })
    .filter(({ at }) => at > from && at <= until)
    .sort((a, b) => a.at - b.at);
}
