import { Dexie, type IntervalTree, RangeSet, type Table } from 'dexie';
import type { LocalReplica } from '../../ports/local-replica.ts';
import { recordReplica, type ReplicaParts } from './record-replica.ts';
import { replicaTables } from './replica-tables.ts';
import { replicaCleanup } from './replica-cleanup.ts';
import { sessionReplica } from './session-replica.ts';

/** The tables whose changes belong to a session's record. */
const ofSessions: ReadonlySet<string> = new Set(['journal', 'versions', 'sessions']);

/** Opens the local replica, through which synchronisation reads and writes this browser's database. */
export function openLocalReplica(parts: ReplicaParts): LocalReplica {
  const { database } = parts;
  const tables = replicaTables(database);
  const placesOf = async (name: string) =>
    ((await tables[name]?.table.toCollection().primaryKeys()) ?? []).map((id) => `${name}/${id}`);

  const everything: LocalReplica['everything'] = async () => {
    const places = (await Promise.all(Object.keys(tables).map(placesOf))).flat();
    const shadowPlaces = await database.shadows.toCollection().primaryKeys();
    const sessions = await database.sessions.toCollection().primaryKeys();
    return {
      sessions: new Set(sessions),
      places: new Set([...places, ...shadowPlaces.filter((place) => place.includes('/'))]),
    };
  };

  return {
    ...sessionReplica(database, parts.device),
    ...recordReplica(parts),
    ...replicaCleanup(parts),
    everything,
    storedTags: async () => {
      const places = new Map<string, string>();
      const sessions = new Map<string, string>();
      await eachOf(database.shadows, 'place', ({ place, tag, held }) => {
        if (tag !== null && held === undefined) places.set(place, tag);
      });
      await eachOf(database.replicas, 'session_id', ({ session_id, tag, pending, frozen }) => {
        if (tag !== null && !pending && !frozen) sessions.set(session_id, tag);
      });
      return { places, sessions };
    },
    watchWrites: (onChange) => {
      const onStorageMutated = (mutated: Record<string, unknown>) => {
        const sessions = new Set<string>();
        const places = new Set<string>();
        let unclear = 'all' in mutated;
        for (const [part, ranges] of Object.entries(mutated)) {
          const [table = '', index] = part.replace(`idb://${database.name}/`, '').split('/');
          const name = table === 'contents' ? 'files' : table;
          if ((index !== '' && index !== ':dels') || !(name in tables || ofSessions.has(name))) continue;
          for (const { from, to } of RangeSet(ranges as IntervalTree)) {
            const first: unknown = Array.isArray(from) ? from[0] : from;
            if (ofSessions.has(name) && typeof first === 'string') sessions.add(first);
            if (!(name in tables)) continue;
            if (from === to && typeof from === 'string') places.add(`${name}/${from}`);
            else unclear = true;
          }
        }
        if (unclear) void everything().then(onChange, () => undefined);
        else if (sessions.size + places.size > 0) onChange({ sessions, places });
      };
      Dexie.on('storagemutated', onStorageMutated);
      return () => Dexie.on('storagemutated').unsubscribe(onStorageMutated);
    },
    forget: async () => {
      await database.transaction('rw', database.replicas, database.shadows, async () => {
        await database.replicas.clear();
        await database.shadows.clear();
      });
    },
  };
}

/** Calls `see` with every row of a table, some hundred at a time, so that the page stays responsive. */
async function eachOf<Row>(table: Table<Row, string>, key: keyof Row, see: (row: Row) => void): Promise<void> {
  for (let last = ''; ;) {
    const rows = await table.where(':id').above(last).limit(300).toArray();
    rows.forEach(see);
    const end = rows.at(-1);
    if (!end) return;
    last = String(end[key]);
  }
}
