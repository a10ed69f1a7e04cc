import { bin } from './bin.ts';
import type { CairnDatabase } from './database.ts';

/** Removes what is here of the named sessions without a session of its own: the beginning of a restore that was cut short. */
export async function removeHalves(database: CairnDatabase, named: ReadonlySet<unknown>): Promise<void> {
  const { sessions, versions, journal, files } = database;
  const whole = new Set(await sessions.toCollection().primaryKeys());
  const owners = [
    ...(await versions.toCollection().primaryKeys()).map(([id]) => id),
    ...(await journal.toCollection().primaryKeys()).map(([id]) => id),
    ...(await files.orderBy('session_id').uniqueKeys()).map(String),
  ];
  for (const id of new Set(owners)) if (named.has(id) && !whole.has(id)) await bin(database).destroy(id);
}
