import { CalendarEntry } from '../domain/calendar-entry.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

/** The list is in the order of the starts. */
export function entryStore(database: CairnDatabase): Stores['entries'] {
  const { entries, rows } = database;
  return {
    list: () =>
      live(async () => {
        const all = rows.many(entries, CalendarEntry, await entries.orderBy('start').toArray());
        return all.filter((entry) => entry.deleted_at === null);
      }),
    save: async (entry) => {
      await entries.put(entry);
    },
    saveAll: (all) =>
      database.transaction('rw', entries, async () => {
        await entries.bulkPut([...all]);
      }),
    get: async (id) => rows.one(entries, CalendarEntry, await entries.get(id)),
  };
}
