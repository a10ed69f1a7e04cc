import {
  emptyReplicaRecord,
  fileHash,
  isDeletedRecord,
  splitRecordPlace,
  stampTime,
} from '../../ports/replica-record.ts';
import type { LocalReplica, LastSyncedRecord } from '../../ports/local-replica.ts';
import type { ReplicaParts } from './record-replica.ts';
import { exchangedTables, replicaTables } from './replica-tables.ts';

/** The key of the row that stores when this device last reached the server. */
const seenPlace = 'seen';

/**
 * Returns the methods of the local replica for old deletions: `expired` lists the rows deleted long ago, `forgetPlace`
 * removes the record of one, `abandon` deletes rows that the server no longer has, and `seen` reads or stores the time
 * of the last contact with the server.
 */
export function replicaCleanup({
  database,
  now,
}: Pick<ReplicaParts, 'database' | 'now'>): Pick<LocalReplica, 'expired' | 'forgetPlace' | 'abandon' | 'lastContact'> {
  const { shadows, sessions, replicas, contents } = database;
  const tables = replicaTables(database);
  const transactionTables = exchangedTables(database);

  return {
    expired: async (before) => {
      const all = await shadows.filter(({ place }) => place.includes('/')).toArray();
      const there = new Set(await sessions.toCollection().primaryKeys());
      const isOld = ({ place, record, waiting }: LastSyncedRecord) => {
        if (waiting === 1) return false;
        if (isDeletedRecord(record)) return stampTime(record.dead ?? '') < before;
        const { deleted_at } = record.fields;
        const { table, id } = splitRecordPlace(place);
        const isAway = table === 'sessions' && !there.has(id);
        return isAway && typeof deleted_at === 'string' && Date.parse(deleted_at) < before;
      };
      const hashesInUse = new Set(all.flatMap((shadow) => (isOld(shadow) ? [] : [fileHash(shadow.record)])));
      return all.filter(isOld).map(({ place, tag, record }) => {
        const hash = fileHash(record);
        return { place, tag, hash: hashesInUse.has(hash) ? null : hash };
      });
    },
    forgetPlace: (place) =>
      database.transaction('rw', shadows, replicas, async () => {
        await shadows.delete(place);
        const { table, id } = splitRecordPlace(place);
        if (table === 'sessions') await replicas.delete(id);
      }),
    abandon: (places) =>
      database.transaction('rw', transactionTables, async () => {
        for (const place of places) {
          const { table: name, id } = splitRecordPlace(place);
          const shadow = await shadows.get(place);
          if (!shadow?.tag || name === 'settings') continue;
          if (name === 'sessions') {
            await sessions.where({ id }).modify((row) => {
              row.deleted_at ??= new Date(now()).toISOString();
              delete row.listed_at;
            });
            await replicas.delete(id);
          }
          if (shadow.waiting === 1 || name === 'sessions') {
            await shadows.put({ ...shadow, tag: null, waiting: 1 });
            continue;
          }
          await tables[name]?.table.delete(id);
          if (name === 'files') await contents.delete(id);
          await shadows.delete(place);
        }
      }),
    lastContact: async (at) => {
      const record = (await shadows.get(seenPlace))?.record;
      if (at !== undefined)
        await shadows.put({
          place: seenPlace,
          record: { ...emptyReplicaRecord(seenPlace), dead: at },
          tag: null,
          waiting: 0,
        });
      return record?.dead ?? null;
    },
  };
}
