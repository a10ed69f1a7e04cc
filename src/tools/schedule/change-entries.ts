import type { Result } from '../../values/result.ts';
import { entryAtFirstOccurrence, occurrenceAt, occurrencesIn } from '../../calendar/occurrences-in.ts';
import { singleEntryFields, type CalendarEntry } from '../../records/calendar-entry.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { timesOfInput, recurrenceAfterCall } from './entry-times.ts';
import { saveCalendarEntry } from './save-entry.ts';
import { occurrenceNamedByCall, type ScheduleInput } from './schedule-input.ts';
import { applySeriesChange } from '../../calendar/changed-series.ts';
import { separateOccurrence } from '../../calendar/separate-occurrence.ts';
import { addDays, dateAt, startOfDay } from '../../values/calendar-date.ts';
import { parseTime, timeTextForModel } from '../parse-time.ts';

/** Adds an entry; a repeating one starts on the first day that matches its repetition. */
export async function addCalendarEntry(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  context: LocalToolContext,
): Promise<ToolResult> {
  const when = timesOfInput(input, null, context.zone, context.now);
  if (!when.ok) return toolError('invalid_input', `Nothing was added: ${when.error}.`);
  const repeat = recurrenceAfterCall(input, null, context);
  if (!repeat.ok) return toolError('invalid_input', `Nothing was added: ${repeat.error}.`);
  const entry = entryAtFirstOccurrence({
    id: context.newId('entry'),
    title: input.title ?? '',
    ...when.times,
    place: input.place ?? '',
    notes: input.notes ?? '',
    reminder: input.reminder === undefined || input.reminder < 0 ? null : input.reminder,
    ...singleEntryFields(),
    repeat: repeat.value,
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  });
  if (!entry) return toolError('invalid_input', 'Nothing was added: with this repetition it never takes place.');
  return saveCalendarEntry('Added', null, [entry], entries, context);
}

/** Changes an entry: all of its occurrences, or the one that `occurrence` names. */
export async function updateCalendarEntry(
  input: ScheduleInput,
  storedEntry: CalendarEntry,
  entries: readonly CalendarEntry[],
  context: LocalToolContext,
): Promise<ToolResult> {
  const refuse = (error: string) => toolError('invalid_input', `Nothing was changed: ${error}.`);
  const unclear = ambiguousOccurrenceError(input, storedEntry, context);
  if (unclear) return unclear;
  const occurrence = occurrenceNamedByCall(input);
  if (occurrence === undefined) {
    const seriesChange = changedBy(input, storedEntry, context);
    if (!seriesChange.ok) return refuse(seriesChange.error);
    const repeat = recurrenceAfterCall(input, storedEntry.repeat, context);
    if (!repeat.ok) return refuse(repeat.error);
    const rows = applySeriesChange(storedEntry, { ...seriesChange.value, repeat: repeat.value }, entries, context.now);
    const [entry, ...more] = rows ?? [];
    if (!entry) return refuse('with this repetition it never takes place');
    const times = storedEntry.repeat === null ? null : 'all';
    return saveCalendarEntry('Changed', times, [entry, ...more], entries, context, storedEntry);
  }
  const occurrenceResult = findOccurrence(storedEntry, occurrence, context, input.zone);
  if (!occurrenceResult.ok) return occurrenceResult.error;
  const occurrenceChange = changedBy(input, occurrenceResult.value, context);
  if (!occurrenceChange.ok) return refuse(occurrenceChange.error);
  const { series, single } = separateOccurrence(
    storedEntry,
    occurrenceResult.value,
    context.newId('entry'),
    context.now,
  );
  const { title, start, end, all_day, zone, place, notes, reminder } = occurrenceChange.value;
  const changedOccurrence = { ...single, title, start, end, all_day, zone, place, notes, reminder };
  const others = entries.map((entry) => (entry.id === series.id ? series : entry));
  return saveCalendarEntry('Changed', 'one', [changedOccurrence, series], others, context, occurrenceResult.value);
}

function changedBy(
  input: ScheduleInput,
  entry: CalendarEntry,
  { zone, now }: LocalToolContext,
): Result<CalendarEntry, string> {
  const when = timesOfInput(input, entry, zone, now);
  if (!when.ok) return when;
  const { reminder } = input;
  return {
    ok: true,
    value: {
      ...entry,
      ...when.times,
      title: input.title ? input.title : entry.title,
      place: input.place ?? entry.place,
      notes: input.notes ?? entry.notes,
      reminder: reminder === undefined ? entry.reminder : reminder < 0 ? null : reminder,
    },
  };
}

/** Deletes an entry, or the occurrence that `occurrence` names; either can be restored. */
export async function deleteCalendarEntry(
  input: ScheduleInput,
  storedEntry: CalendarEntry,
  context: LocalToolContext,
): Promise<ToolResult> {
  const { now } = context;
  const unclear = ambiguousOccurrenceError(input, storedEntry, context);
  if (unclear) return unclear;
  const occurrence = occurrenceNamedByCall(input);
  if (occurrence === undefined) {
    const times = storedEntry.repeat === null ? null : 'all';
    return saveCalendarEntry('Deleted', times, [{ ...storedEntry, deleted_at: now }], [], context, storedEntry);
  }
  const occurrenceResult = findOccurrence(storedEntry, occurrence, context, input.zone);
  if (!occurrenceResult.ok) return occurrenceResult.error;
  const { series, single } = separateOccurrence(storedEntry, occurrenceResult.value, context.newId('entry'), now);
  const rows: [CalendarEntry, CalendarEntry] = [{ ...single, deleted_at: now }, series];
  return saveCalendarEntry('Deleted', 'one', rows, [], context, occurrenceResult.value);
}

/**
 * Returns the error of a call that deletes a repeating entry or changes its times, but does not say whether it means
 * one of them or all; null for any other call.
 */
export function ambiguousOccurrenceError(
  input: ScheduleInput,
  storedEntry: CalendarEntry,
  { zone, now }: Pick<LocalToolContext, 'zone' | 'now'>,
): ToolResult | null {
  const { action, occurrence, repeat, until } = input;
  if (storedEntry.repeat === null || occurrence !== undefined) return null;
  if (action === 'update') {
    if (repeat !== undefined || until !== undefined) return null;
    const when = timesOfInput(input, storedEntry, zone, now);
    const fields = ['start', 'end', 'all_day', 'zone'] as const;
    if (!when.ok || fields.every((field) => when.times[field] === storedEntry[field])) return null;
  }
  const [next] = nextTimes(storedEntry, Date.parse(now), zone);
  return toolError(
    'invalid_input',
    `Nothing was ${action === 'delete' ? 'deleted' : 'changed'}: the calendar entry “${storedEntry.title}” repeats. Say which time is meant: “occurrence” is the start of the one time${next === undefined ? '' : ` (the next is ${next})`}, or “all” for every time.`,
    { cause: { failure: 'unclear_time', name: storedEntry.title } },
  );
}

const year = 366 * 86_400_000;

/** Returns the next times of an entry from a moment on, for the model. */
const nextTimes = (entry: CalendarEntry, from: number, zone: string): string[] =>
  occurrencesIn([{ ...entry, replaces: null }], { from, until: from + year }, 5).map((time) =>
    timeTextForModel(time.entry.start, zone),
  );

/**
 * Returns the occurrence of a repeating entry that a call names by its start, or by its day alone: as the person's own
 * clock shows it, or else one in the time zone of the call or of the entry.
 */
function findOccurrence(
  entry: CalendarEntry,
  text: string,
  { zone, now }: Pick<LocalToolContext, 'zone' | 'now'>,
  callZone: string | undefined,
): Result<CalendarEntry, ToolResult> {
  const entryText = `The calendar entry “${entry.title}” (id ${entry.id})`;
  const cause = { failure: 'missing_time', name: entry.title } as const;
  const fail = (reason: string) => ({
    ok: false as const,
    error: toolError('not_found', `${entryText} ${reason}`, { cause }),
  });
  if (entry.repeat === null) return fail('does not repeat: leave out “occurrence”.');
  const days: number[] = [];
  for (const clock of new Set([zone, callZone ?? zone, entry.zone])) {
    const parsedTime = parseTime(text, clock, now);
    if (!parsedTime) continue;
    const date = parsedTime.kind === 'date' ? parsedTime.date : dateAt(parsedTime.ms, clock);
    const day = { from: startOfDay(date, clock), until: startOfDay(addDays(date, 1), clock) };
    const matchingOccurrence =
      parsedTime.kind === 'instant'
        ? occurrenceAt(entry, startAt(entry, parsedTime.ms))
        : occurrencesIn([{ ...entry, replaces: null }], day, 1)[0]?.entry;
    if (matchingOccurrence) return { ok: true, value: matchingOccurrence };
    days.push(day.from);
  }
  const next = nextTimes(entry, days.length === 0 ? Date.parse(now) : Math.min(...days), zone);
  return fail(
    `does not take place at “${text}”. ${next.length === 0 ? 'It is over by then.' : `Its next times are ${next.join(', ')}.`}`,
  );
}

const startAt = ({ all_day, zone }: CalendarEntry, ms: number) =>
  all_day ? dateAt(ms, zone) : new Date(ms).toISOString();
