import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { contentHash } from '../../values/content-hash.ts';
import type { IcsEvent } from './ics-times.ts';

type Source = NonNullable<CalendarEntry['source']>;
type Revision = Pick<Source, 'sequence' | 'modified'>;

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
const hashOf = (row: CalendarEntry, name: keyof typeof parts) => contentHash(fieldsOf(row, name));

/** Returns a hash of the starts that a file leaves out of a series. */
export const exceptHash = (except: readonly string[]): string => contentHash({ except: [...except].sort() });

/** Returns what a file says of an entry: its revision, and a hash of each part of `row`. */
export function sourceOf({ sequence, modified }: Revision, row: CalendarEntry, except: readonly string[]): Source {
  const hashes = Object.fromEntries(names.map((name) => [name, hashOf(row, name)]));
  return { sequence, modified, parts: { ...hashes, except: exceptHash(except) } };
}

/**
 * Returns the revision of a stored entry. One that was made here changes with each edit; null for one from a file that
 * was imported before revisions were stored.
 */
export function revisionOf({ source, uid, foreign, updated_at }: CalendarEntry): Revision | null {
  if (source) return source;
  return uid === null && foreign !== true ? { sequence: 0, modified: `${updated_at.slice(0, 19)}Z` } : null;
}

/** True if `a` is an older revision than `b`: by its SEQUENCE, and if that is the same, by its time. */
export function isOlder(a: Revision, b: Revision | null): boolean {
  if (!b || a.sequence !== b.sequence) return b !== null && a.sequence < b.sequence;
  return a.modified !== '' && b.modified !== '' && a.modified < b.modified;
}

/** True if a person has changed an entry since a file said what it is. */
export const isChangedHere = (row: CalendarEntry): boolean =>
  names.some((name) => row.source?.parts[name] !== undefined && row.source.parts[name] !== hashOf(row, name));

/**
 * Returns the row of a file with what the person changed in the stored entry since its last import, except where the
 * file is a newer revision that changes the same part.
 */
export function withOwnChanges(old: CalendarEntry, row: CalendarEntry, event: IcsEvent): CalendarEntry {
  const { source } = old;
  if (!source) return row;
  const own = names.filter((name) => {
    const [here, there, last] = [hashOf(old, name), hashOf(row, name), source.parts[name]];
    return here !== there && here !== last && (there === last || !isOlder(source, event));
  });
  return own.reduce((merged, name) => ({ ...merged, ...fieldsOf(old, name) }), row);
}
