import * as z from 'zod/mini';
import { isRecord } from '../values/json.ts';

/**
 * A row as exchanged between devices: its fields, and the stamp of each field's last change. Fields that this release
 * does not know are kept. `dead`: the stamp of the row's deletion.
 */
export const ReplicaRecord = z.object({
  kind: z.literal('record'),
  /** The table and id, such as `todos/todo_1`. */
  place: z.string(),
  fields: z.record(z.string(), z.unknown()),
  stamps: z.record(z.string(), z.string()),
  dead: z.nullable(z.string()),
});
export type ReplicaRecord = z.infer<typeof ReplicaRecord>;

/** Fields that describe one thing together and are merged as a group. */
const groups: readonly (readonly string[])[] = [['start', 'end', 'all_day', 'zone', 'repeat', 'except', 'replaces']];

/** Fields whose change does not bring a row back from the bin: its place in a list, and when it was changed. */
const passing: ReadonlySet<string> = new Set(['position', 'updated_at']);

export const emptyReplicaRecord = (place: string): ReplicaRecord => ({
  kind: 'record',
  place,
  fields: {},
  stamps: {},
  dead: null,
});

/**
 * The record after a change of its row on this device at `stamp`; the same record if nothing changed. `row` is null for
 * a deleted row. A missing field counts as removed only if this release knows the field, since older releases drop
 * fields they do not know.
 */
export function replicaRecordAfterChange(
  record: ReplicaRecord,
  row: Readonly<Record<string, unknown>> | null,
  knownFields: ReadonlySet<string>,
  stamp: string,
): ReplicaRecord {
  if (row === null) return isDeletedRecord(record) ? record : { ...record, dead: stamp };
  const changedFields = new Set(
    [...new Set([...Object.keys(row), ...Object.keys(record.fields)])].filter((field) => {
      if (row[field] === undefined) return knownFields.has(field) && record.fields[field] !== undefined;
      return !alike(row[field], record.fields[field]);
    }),
  );
  if (changedFields.size === 0 && !isDeletedRecord(record)) return record;
  /** A row that is changed while it is in the bin stays there. */
  if (typeof row.deleted_at === 'string') changedFields.add('deleted_at');
  for (const group of groups)
    if (group.some((field) => changedFields.has(field))) group.forEach((field) => changedFields.add(field));
  const fields = { ...record.fields };
  const stamps = { ...record.stamps };
  for (const field of isDeletedRecord(record) ? Object.keys(row) : changedFields) {
    if (row[field] === undefined && record.fields[field] === undefined) continue;
    fields[field] = row[field];
    stamps[field] = stamp;
  }
  return { ...record, fields, stamps };
}

/**
 * Merges two records: of each field the later change wins, whichever device merges. A row that was changed after it was
 * moved to the bin, on a device that did not know of that, leaves the bin.
 */
export function mergeReplicaRecords(one: ReplicaRecord, other: ReplicaRecord): ReplicaRecord {
  const fields: Record<string, unknown> = {};
  const stamps: Record<string, string> = {};
  for (const field of new Set([...Object.keys(one.stamps), ...Object.keys(other.stamps)])) {
    const later = (other.stamps[field] ?? '') > (one.stamps[field] ?? '') ? other : one;
    fields[field] = later.fields[field];
    stamps[field] = later.stamps[field] ?? '';
  }
  const deletionStamp = stamps.deleted_at ?? '';
  const last = latestStamp(Object.entries(stamps).flatMap(([field, stamp]) => (passing.has(field) ? [] : [stamp])));
  if (typeof fields.deleted_at === 'string' && last > deletionStamp) {
    fields.deleted_at = null;
    stamps.deleted_at = last;
  }
  const dead = [one.dead, other.dead].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b));
  return { kind: 'record', place: one.place, fields, stamps, dead };
}

/** Splits a record's `place`, `table/id`, into the table and the row id. */
export function splitRecordPlace(place: string): { table: string; id: string } {
  const slashIndex = place.indexOf('/');
  return { table: place.slice(0, Math.max(0, slashIndex)), id: place.slice(slashIndex + 1) };
}

/** Returns the content hash stored in a file's record; null if the record is not that of a file. */
export function fileHash({ fields: { content } }: ReplicaRecord): string | null {
  return isRecord(content) && typeof content.hash === 'string' ? content.hash : null;
}

/** True if the row was deleted and not changed after that. */
export function isDeletedRecord({ dead, stamps }: ReplicaRecord): boolean {
  return dead !== null && Object.values(stamps).every((stamp) => stamp < dead);
}

/**
 * The next stamp of a device: later than its clock and than the last stamp it has seen, however wrong a clock is;
 * `last` is empty if there was none.
 */
export function nextStamp(last: string, now: number, device: string): string {
  const [time = 0, count = 0] = last === '' ? [] : last.split('-').map((part) => Number.parseInt(part, 36));
  return now > time ? stampOf(now, 0, device) : stampOf(time, count + 1, device);
}

/** Returns the latest of these stamps; empty if there are none. */
export const latestStamp = (stamps: readonly string[]): string => stamps.reduce((a, b) => (a > b ? a : b), '');

/** The time of a stamp, in milliseconds. */
export const stampTime = (stamp: string): number => Number.parseInt(stamp.split('-')[0] ?? '', 36);

const stampOf = (time: number, count: number, device: string) =>
  `${time.toString(36).padStart(9, '0')}-${count.toString(36).padStart(4, '0')}-${device}`;

function alike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
