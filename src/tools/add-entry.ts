import { atFirstOccurrence } from '../calendar/at-first-occurrence.ts';
import { takesPlaceOnce, type CalendarEntry } from '../domain/calendar-entry.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { entryTimes } from './entry-times.ts';
import { repeatAfter } from './repeat-after.ts';
import { saveEntry } from './save-entry.ts';
import type { ScheduleInput } from './schedule-input.ts';

/** Adds an entry; one that repeats begins on the first day that its repetition fits. */
export async function addEntry(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  context: LocalContext,
): Promise<ToolResult> {
  const when = entryTimes(input, null, context.zone, context.now);
  if (!when.ok) return toolFailure('invalid_input', `Nothing was added: ${when.fault}.`);
  const repeat = repeatAfter(input, null, context);
  if (!repeat.ok) return toolFailure('invalid_input', `Nothing was added: ${repeat.fault}.`);
  const entry = atFirstOccurrence({
    id: context.newId('entry'),
    title: input.title ?? '',
    ...when.times,
    place: input.place ?? '',
    notes: input.notes ?? '',
    reminder: input.reminder === undefined || input.reminder < 0 ? null : input.reminder,
    ...takesPlaceOnce(),
    repeat: repeat.repeat,
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  });
  if (!entry) return toolFailure('invalid_input', 'Nothing was added: with this repetition it never takes place.');
  return saveEntry('Added', [entry], entries, context);
}
