import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { atFirstOccurrence } from './at-first-occurrence.ts';
import { movedExceptions } from './moved-exceptions.ts';
import { movedRepeat } from './moved-repeat.ts';
import { wallTime } from './wall-time.ts';

/**
 * What is to be saved when an entry becomes another: it begins where its rule first holds, a rule that was not changed
 * itself follows its day, and its exceptions and changed occurrences move along. Without repetition the changed
 * occurrences go. The entry comes first. Null where the rule never holds.
 */
export function changedSeries(
  before: CalendarEntry,
  after: CalendarEntry,
  changed: readonly CalendarEntry[],
  now: string,
): CalendarEntry[] | null {
  const own = changed.filter(({ replaces }) => replaces?.entry === before.id);
  if (after.repeat === null)
    return [{ ...after, except: [] }, ...own.map((row) => ({ ...row, deleted_at: now, updated_at: now }))];
  const follows = after.repeat === before.repeat && before.start !== after.start;
  const repeat = follows ? movedRepeat(after.repeat, wallOf(before), wallOf(after)) : after.repeat;
  const first = atFirstOccurrence({ ...after, repeat });
  if (!first) return null;
  const move = (start: string) => movedExceptions([start], before, first)[0] ?? start;
  const rows = own.map((row) => ({
    ...row,
    replaces: row.replaces && { ...row.replaces, start: move(row.replaces.start) },
  }));
  return [{ ...first, except: first.except.map(move) }, ...rows];
}

const wallOf = (entry: CalendarEntry) => wallTime.of(entry.start, entry);
