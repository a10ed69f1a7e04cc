import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { contentHash } from '../../values/content-hash.ts';

type Source = NonNullable<CalendarEntry['source']>;
type Revision = Pick<Source, 'sequence'>;

/** The fields of an entry that a person and a file change together; `except` is merged on its own. */
const parts = {
  title: ['title'],
  place: ['place'],
  notes: ['notes'],
  reminder: ['reminder'],
  when: ['start', 'end', 'all_day', 'zone', 'repeat'],
} as const;
const names = Object.keys(parts) as (keyof typeof parts)[];

const fieldsOf = (row: CalendarEntry, name: keyof typeof parts) =>
  Object.fromEntries(parts[name].map((field) => [field, row[field]]));
/** The zone of a single event with a time is only where it is shown, and so no part of when it takes place. */
const hashOf = (row: CalendarEntry, name: keyof typeof parts) =>
  contentHash({
    ...fieldsOf(row, name),
    ...(name === 'when' && !row.all_day && row.repeat === null && { zone: '' }),
  });

/**
 * Returns the record of an import that is stored with an entry: its revision, a hash of each part of `row`, its start,
 * and its exceptions.
 */
export function buildIcsImportRecord({ sequence }: Revision, row: CalendarEntry, except: readonly string[]): Source {
  const { start, all_day, zone } = row;
  const hashes = Object.fromEntries(names.map((name) => [name, hashOf(row, name)]));
  return { sequence, parts: hashes, first: { start, all_day, zone }, except: [...except] };
}

/** True if `a` is an older revision than `b`: both have a SEQUENCE, and that of `a` is lower. */
export const isOlderRevision = (a: Revision | null, b: Revision): boolean =>
  a?.sequence != null && b.sequence !== null && a.sequence < b.sequence;

/**
 * Returns the revision to which a person added a row: that of its series for a changed occurrence, the first one for an
 * entry that was made here; null if the row is from a file.
 */
export function baseRevision(row: CalendarEntry, storedEntries: ReadonlyMap<string, CalendarEntry>): Revision | null {
  if (row.source) return null;
  const whole = row.replaces ? storedEntries.get(row.replaces.entry) : row;
  return whole?.source ?? (whole?.uid === null ? { sequence: 0 } : null);
}

/** True if a person has changed an entry since it was last imported. */
export const isChangedByPerson = (row: CalendarEntry): boolean =>
  names.some((name) => row.source?.parts[name] !== undefined && row.source.parts[name] !== hashOf(row, name));

/**
 * Returns the row of a file with what the person changed in the stored entry since its last import, except where the
 * file is a newer revision that changes the same part. `localRevision` is the revision to which the person added the
 * entry; null if it is from a file.
 */
export function withPersonChanges(
  old: CalendarEntry,
  row: CalendarEntry,
  event: Revision,
  localRevision: Revision | null,
): CalendarEntry {
  const base = old.source ?? localRevision;
  if (!base) return row;
  const own = names.filter((name) => {
    const [here, there, last] = [hashOf(old, name), hashOf(row, name), old.source?.parts[name]];
    const isChanged = localRevision !== null || (last !== undefined && here !== last);
    return here !== there && isChanged && (there === last || !isOlderRevision(base, event));
  });
  return own.reduce((mergedEntry, name) => ({ ...mergedEntry, ...fieldsOf(old, name) }), row);
}
