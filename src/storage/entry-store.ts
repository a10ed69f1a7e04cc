import { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { keptRows } from './kept-rows.ts';
import { live } from './live.ts';

/** The list is in the order of the starts. */
export function entryStore({ entries, rows }: CairnDatabase): Stores['entries'] {
  const kept = keptRows(entries, CalendarEntry, rows, () => entries.orderBy('start').toArray());
  return {
    list: () => live(kept.all),
    save: kept.put,
    saveAll: kept.putAll,
    get: kept.get,
  };
}
