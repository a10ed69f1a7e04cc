import { singleEntryFields, type CalendarEntry } from '../records/calendar-entry.ts';
import type { ScheduledRun } from '../records/scheduled-run.ts';
import { nextOccurrence } from './next-occurrence.ts';
import { occurrencesIn, type Occurrence } from './occurrences-in.ts';
import { wallTime } from './times.ts';

/**
 * Returns the starts of scheduled plans before an instant (milliseconds since 1970), as calendar occurrences; of a plan
 * that is turned off only the next one.
 */
export function scheduledStarts(runs: readonly ScheduledRun[], now: number, until: number): Occurrence[] {
  return runs.flatMap((run) => {
    const from = run.active ? run.next_at : nextOccurrence(run, now);
    if (from === null) return [];
    return occurrencesIn([asEntry(run)], { from: Date.parse(from) - 1, until }, run.active ? undefined : 1);
  });
}

function asEntry({ id, name, first, zone, repeat, created_at }: ScheduledRun): CalendarEntry {
  const start = new Date(wallTime.instant(wallTime.read(first), zone)).toISOString();
  return {
    ...singleEntryFields(),
    ...{ id, title: name, start, end: start, all_day: false, zone, repeat },
    ...{ place: '', notes: '', reminder: null, session_id: null },
    ...{ created_at, updated_at: created_at, deleted_at: null },
  };
}
