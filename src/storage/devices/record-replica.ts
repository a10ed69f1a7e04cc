import {
  replicaRecordAfterChange,
  emptyReplicaRecord,
  isDeletedRecord,
  latestStamp,
  mergeReplicaRecords,
  nextStamp,
  splitRecordPlace,
} from '../../ports/replica-record.ts';
import type { ReplicaRecord } from '../../ports/replica-record.ts';
import { isRecord } from '../../values/json.ts';
import type { LocalReplica, LastSyncedRecord } from '../../ports/local-replica.ts';
import type { CairnDatabase } from '../database.ts';
import { sessionRow } from '../journal/session-row.ts';
import type { Session } from '../../task/session.ts';
import { exchangedTables, replicaTables, type SyncTableRules, type SyncedRow } from './replica-tables.ts';

export interface ReplicaParts {
  database: CairnDatabase;
  device: string;
  /** Returns the time in milliseconds. */
  now: () => number;
  /** Returns a digest of a file's content, by which its pieces are found. */
  digest: (content: string) => Promise<string>;
}

/** The key of the row that stores the latest stamp seen. */
const clockPlace = '';

type RecordReplica = Pick<
  LocalReplica,
  'records' | 'receive' | 'waiting' | 'unsentCount' | 'shadow' | 'markSent' | 'content'
>;

/**
 * Implements the methods of `LocalReplica` that exchange records. It compares each row with its last exchanged record,
 * so no change is missed, whatever code made it.
 */
export function recordReplica({ database, device, now, digest }: ReplicaParts): RecordReplica {
  const { shadows, contents, replicas } = database;
  const tables = replicaTables(database);
  const transactionTables = exchangedTables(database);

  const rowAt = (place: string): { spec: SyncTableRules; id: string } | null => {
    const { table, id } = splitRecordPlace(place);
    const spec = tables[table];
    return spec ? { spec, id } : null;
  };
  const content = async (id: string) => (await contents.get(id))?.content ?? null;
  const digests = async (places: readonly string[]) => {
    const digestsByPlace = new Map<string, string>();
    for (const place of places) {
      const { table, id } = splitRecordPlace(place);
      if (table !== 'files') continue;
      const text = await content(id);
      if (text !== null) digestsByPlace.set(place, await digest(text));
    }
    return digestsByPlace;
  };

  /**
   * Must run in a transaction. Returns the shadow of a row, updated with the changes made to the row on this device.
   */
  const noticed = async (
    place: string,
    hash: string | undefined,
    receivedStamp: string,
  ): Promise<LastSyncedRecord | null> => {
    const rowPlace = rowAt(place);
    if (!rowPlace) return null;
    const { spec, id } = rowPlace;
    const before = await shadows.get(place);
    const storedRow = await spec.table.get(id);
    const row = storedRow && shared(storedRow, spec, hash);
    if (!row && (!before || spec === tables.settings)) return before ?? null;
    if (before?.held !== undefined && alike(before.held, row ?? null)) return before;
    if (!before && spec.only && receivedStamp !== '') return null;
    const knownRecord = before?.record ?? emptyReplicaRecord(place);
    const last = await shadows.get(clockPlace);
    const stamp = before
      ? nextStamp(latestStamp([last?.record.dead ?? '', receivedStamp, ...stampsOf(knownRecord)]), now(), device)
      : nextStamp('', timeOf(storedRow), device);
    const record = replicaRecordAfterChange(knownRecord, rowOf(row, before, spec, now()), spec.known, stamp);
    const isChanged = record !== knownRecord || !before;
    if (!isChanged && before.held === undefined) return before;
    if (isChanged && before)
      await shadows.put({
        place: clockPlace,
        record: { ...emptyReplicaRecord(''), dead: stamp },
        tag: null,
        waiting: 0,
      });
    const waiting = isChanged ? 1 : before.waiting;
    const heldField = row && before?.held ? { held: row } : {};
    const base = before?.waiting === 1 ? before.base : knownRecord.stamps;
    const after: LastSyncedRecord = {
      place,
      record,
      tag: before?.tag ?? null,
      waiting,
      ...(waiting === 1 && { base }),
      ...heldField,
    };
    await shadows.put(after);
    return after;
  };

  return {
    records: async (places) => {
      const hashes = await digests(places);
      return database.transaction('rw', transactionTables, async () => {
        const all: ReplicaRecord[] = [];
        for (const place of places) {
          const shadow = await noticed(place, hashes.get(place), '');
          if (shadow) all.push(shadow.record);
        }
        return all;
      });
    },
    receive: async (record, tag, text) => {
      const rowPlace = rowAt(record.place);
      if (!rowPlace) return;
      const hashes = await digests([record.place]);
      const { spec, id } = rowPlace;
      await database.transaction('rw', transactionTables, async () => {
        const own = await noticed(record.place, hashes.get(record.place), latestStamp(stampsOf(record)));
        const both = own ? mergeReplicaRecords(own.record, record) : record;
        const mergedRecord =
          own?.waiting === 1 ? withBothTexts(both, own, record, (last) => nextStamp(last, now(), device)) : both;
        const isTheirs = isSameRecord(mergedRecord, record);
        /** A session's segment, which has no tag, holds the row as it was then, not what the server has now. */
        const isKnown = own !== null && (isTheirs || isSameRecord(mergedRecord, own.record));
        const waiting = tag !== null ? (isTheirs ? 0 : 1) : isKnown ? own.waiting : 1;
        const newShadow: LastSyncedRecord = {
          place: record.place,
          record: mergedRecord,
          tag: tag ?? own?.tag ?? null,
          waiting,
        };
        const common = own?.waiting === 1 ? own.base : own?.record.stamps;
        if (waiting === 1) newShadow.base = laterStamps(common ?? {}, record.stamps);
        const isFile = spec === tables.files;
        if (isDeletedRecord(mergedRecord)) {
          await shadows.put(newShadow);
          await spec.table.delete(id);
          if (isFile) await contents.delete(id);
          return;
        }
        const { content: file, ...fields } = mergedRecord.fields;
        const expectedHash = isRecord(file) ? file.hash : undefined;
        const isNew = isFile && hashes.get(record.place) !== expectedHash;
        const present = await spec.table.get(id);
        const row: SyncedRow = { ...(spec.only ? present : undefined), ...(isFile ? fields : mergedRecord.fields) };
        const isHeld = !spec.fits(row) || (isNew && text === null);
        await shadows.put({
          ...newShadow,
          ...(isHeld && { held: (present && shared(present, spec, hashes.get(record.place))) ?? null }),
        });
        /**
         * A session that was permanently deleted here and restored on another device must be received again completely.
         */
        if (isHeld && spec === tables.sessions && row.deleted_at === null) await replicas.delete(id);
        if (isHeld) return;
        if (isNew && text !== null) await contents.put({ id, content: text });
        const whole = defined(spec === tables.sessions ? sessionRow(row as unknown as Session) : row);
        if (JSON.stringify(whole) === JSON.stringify(present)) return;
        await (spec.table.schema.primKey.keyPath ? spec.table.put(whole) : spec.table.put(whole, id));
      });
    },
    waiting: (limit) => shadows.where('waiting').equals(1).limit(limit).toArray(),
    unsentCount: () => shadows.where('waiting').equals(1).count(),
    shadow: async (place) => (await shadows.get(place)) ?? null,
    markSent: async (record, tag) => {
      await database.transaction('rw', shadows, async () => {
        const present = await shadows.get(record.place);
        const isSame = JSON.stringify(present?.record) === JSON.stringify(record);
        if (!present) return;
        const { base: _, ...known } = present;
        await shadows.put({ ...known, tag, waiting: isSame ? 0 : 1, ...(!isSame && { base: record.stamps }) });
      });
    },
    content,
  };
}

/** Returns the fields of a row that are exchanged with other devices. */
function shared(row: SyncedRow, { only, table }: SyncTableRules, hash: string | undefined): SyncedRow {
  if (only) return Object.fromEntries(Object.entries(row).filter(([field]) => only.has(field)));
  return table.name === 'files' && hash !== undefined ? { ...row, content: { hash } } : row;
}

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the row as it should be sent to the other devices, including the fields that could not be stored here. For a
 * missing session, returns its last record, marked as removed. For any other missing row, which was deleted, returns
 * null.
 */
function rowOf(
  row: SyncedRow | undefined,
  before: LastSyncedRecord | undefined,
  { only }: SyncTableRules,
  now: number,
): SyncedRow | null {
  if (row && before?.held) {
    const { record, held } = before;
    return {
      ...record.fields,
      ...Object.fromEntries(Object.entries(row).filter(([name, value]) => !alike(value, held[name]))),
    };
  }
  if (row || !only) return row ?? null;
  const { fields } = before?.record ?? emptyReplicaRecord('');
  return { ...fields, deleted_at: fields.deleted_at ?? new Date(now).toISOString() };
}

type Stamps = Readonly<Record<string, string>>;

const stampsOf = ({ dead, stamps }: ReplicaRecord) => [dead ?? '', ...Object.values(stamps)];

/** Returns the later stamp of each field. */
const laterStamps = (one: Stamps, other: Stamps): Stamps =>
  Object.fromEntries(
    [...Object.keys(one), ...Object.keys(other)].map((field) => [
      field,
      latestStamp([one[field] ?? '', other[field] ?? '']),
    ]),
  );

/** Returns when a row that was never exchanged was last changed, in milliseconds; 0 if unknown. */
function timeOf(row: SyncedRow | undefined): number {
  const time = Date.parse(String(row?.updated_at ?? row?.created_at));
  return Number.isNaN(time) ? 0 : time;
}

/** The field of each table that holds free text, of which no part is lost if it is changed on two devices. */
const freeText: Readonly<Record<string, string>> = { notes: 'text', todos: 'notes', entries: 'notes' };

/**
 * Returns the merged record with both texts if its free text was changed on two devices at once, the later one first.
 * If it is not known which text the two had last in common, as after the exchange was forgotten, the later one alone.
 */
function withBothTexts(
  mergedRecord: ReplicaRecord,
  { record: own, base = {} }: LastSyncedRecord,
  other: ReplicaRecord,
  stampAfter: (last: string) => string,
): ReplicaRecord {
  const field = freeText[splitRecordPlace(mergedRecord.place).table] ?? '';
  const [mine, theirs] = [own.fields[field], other.fields[field]];
  if (isDeletedRecord(mergedRecord) || typeof mine !== 'string' || typeof theirs !== 'string') return mergedRecord;
  const commonStamp = base[field];
  if (commonStamp === undefined || [own, other].some(({ stamps }) => (stamps[field] ?? '') <= commonStamp))
    return mergedRecord;
  const first = String(mergedRecord.fields[field]);
  const rest = first === mine ? theirs : mine;
  if (first.includes(rest)) return mergedRecord;
  const text = rest.includes(first) ? rest : `${first}\n\n---\n\n${rest}`;
  const stamp = stampAfter(latestStamp(stampsOf(mergedRecord)));
  const stamps = {
    ...mergedRecord.stamps,
    [field]: stamp,
    ...(mergedRecord.fields.deleted_at != null && { deleted_at: stamp }),
  };
  return { ...mergedRecord, fields: { ...mergedRecord.fields, [field]: text }, stamps };
}

const defined = (row: SyncedRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

function isSameRecord(one: ReplicaRecord, other: ReplicaRecord): boolean {
  const byName = (fields: SyncedRow) => Object.entries(defined(fields)).sort(([a], [b]) => (a < b ? -1 : 1));
  const comparableParts = ({ fields, stamps, dead }: ReplicaRecord) => [byName(fields), byName(stamps), dead];
  return alike(comparableParts(one), comparableParts(other));
}
