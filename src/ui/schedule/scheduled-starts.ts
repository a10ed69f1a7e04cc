import { occurrencesIn, type Occurrence } from '../../calendar/occurrences-in.ts';
import { wallTime } from '../../calendar/times.ts';
import { takesPlaceOnce, type CalendarEntry } from '../../records/calendar-entry.ts';
import type { ScheduledRun } from '../../records/scheduled-run.ts';

/** Returns the starts of scheduled plans before an instant (milliseconds since 1970), as calendar occurrences. */
export function scheduledStarts(runs: readonly ScheduledRun[], until: number): Occurrence[] {
  return runs.flatMap((run) => {
    if (!run.active || run.next_at === null) return [];
    return occurrencesIn([asEntry(run)], { from: Date.parse(run.next_at) - 1, until });
  });
}

function asEntry({ id, name, first, zone, repeat, created_at }: ScheduledRun): CalendarEntry {
  const start = new Date(wallTime.instant(wallTime.read(first), zone)).toISOString();
  return {
    ...takesPlaceOnce(),
    ...{ id, title: name, start, end: start, all_day: false, zone, repeat },
    ...{ place: '', notes: '', reminder: null, session_id: null },
    ...{ created_at, updated_at: created_at, deleted_at: null },
  };
}
