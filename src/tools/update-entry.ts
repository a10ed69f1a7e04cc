import { changedSeries } from '../calendar/changed-series.ts';
import { separateOccurrence } from '../calendar/separate-occurrence.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { entryTimes } from './entry-times.ts';
import { findOccurrence } from './find-occurrence.ts';
import { repeatAfter } from './repeat-after.ts';
import { saveEntry } from './save-entry.ts';
import type { ScheduleInput } from './schedule-input.ts';

/** Changes an entry, all of its times or the one that `occurrence` names. */
export async function updateEntry(
  input: ScheduleInput,
  stored: CalendarEntry,
  entries: readonly CalendarEntry[],
  context: LocalContext,
): Promise<ToolResult> {
  const refuse = (fault: string) => toolFailure('invalid_input', `Nothing was changed: ${fault}.`);
  if (input.occurrence === undefined) {
    const changed = changedBy(input, stored, context);
    if (!changed.ok) return refuse(changed.fault);
    const repeat = repeatAfter(input, stored.repeat, context);
    if (!repeat.ok) return refuse(repeat.fault);
    const rows = changedSeries(stored, { ...changed.entry, repeat: repeat.repeat }, entries, context.now);
    const [entry, ...more] = rows ?? [];
    if (!entry) return refuse('with this repetition it never takes place');
    return saveEntry('Changed', [entry, ...more], entries, context);
  }
  const found = findOccurrence(stored, input.occurrence, context);
  if (!found.ok) return found.failure;
  const changed = changedBy(input, found.occurrence, context);
  if (!changed.ok) return refuse(changed.fault);
  const { series, single } = separateOccurrence(stored, found.occurrence, context.newId('entry'), context.now);
  const { title, start, end, all_day, zone, place, notes, reminder } = changed.entry;
  const moved = { ...single, title, start, end, all_day, zone, place, notes, reminder };
  const others = entries.map((entry) => (entry.id === series.id ? series : entry));
  return saveEntry('Changed one time of a repeating', [moved, series], others, context);
}

function changedBy(
  input: ScheduleInput,
  entry: CalendarEntry,
  { zone, now }: LocalContext,
): { ok: true; entry: CalendarEntry } | { ok: false; fault: string } {
  const when = entryTimes(input, entry, zone, now);
  if (!when.ok) return when;
  const { reminder } = input;
  return {
    ok: true,
    entry: {
      ...entry,
      ...when.times,
      title: input.title ? input.title : entry.title,
      place: input.place ?? entry.place,
      notes: input.notes ?? entry.notes,
      reminder: reminder === undefined ? entry.reminder : reminder < 0 ? null : reminder,
    },
  };
}
