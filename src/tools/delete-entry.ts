import { separateOccurrence } from '../calendar/separate-occurrence.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import type { ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { findOccurrence } from './find-occurrence.ts';
import { saveEntry } from './save-entry.ts';
import type { ScheduleInput } from './schedule-input.ts';

/** Deletes an entry, or the one time of it that `occurrence` names; either way something is left that can be brought back. */
export async function deleteEntry(
  { occurrence }: ScheduleInput,
  stored: CalendarEntry,
  context: LocalContext,
): Promise<ToolResult> {
  const { now } = context;
  if (occurrence === undefined) return saveEntry('Deleted', [{ ...stored, deleted_at: now }], [], context);
  const found = findOccurrence(stored, occurrence, context);
  if (!found.ok) return found.failure;
  const { series, single } = separateOccurrence(stored, found.occurrence, context.newId('entry'), now);
  return saveEntry('Deleted one time of a repeating', [{ ...single, deleted_at: now }, series], [], context);
}
