import { occurrencesIn } from '../../calendar/occurrences-in.ts';
import { spansOverlap, type CalendarEntry, entrySpan } from '../../records/calendar-entry.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { calendarEntryLineForModel, calendarEntryTimeForModel } from './save-entry.ts';
import {
  deleteCalendarEntry,
  addCalendarEntry,
  ambiguousOccurrenceError,
  updateCalendarEntry,
} from './change-entries.ts';
import { findRow, rowChangeText } from '../find-row.ts';
import { accessForOwnChange, unrestrictedAccess, type Tool } from '../tool.ts';
import { localTimeText, noSuchTimeSentence, parseTime, timeTextForModel } from '../parse-time.ts';
import { scheduleInput, type ScheduleInput } from './schedule-input.ts';
import { addDays, dateAt, startOfDay } from '../../values/calendar-date.ts';
import { instantFromLocalTime } from '../../values/zoned-time.ts';
import type { Result } from '../../values/result.ts';

const mostListed = 50;

/**
 * The person's calendar. Overlaps are reported, not refused. Deleting needs the person's permission, and deleted
 * entries can be restored.
 */
export const scheduleTool: Tool<typeof scheduleInput> = {
  name: 'schedule',
  description: "The person's calendar; one call is about one entry, which may repeat. Times are local.",
  input: scheduleInput,
  place: 'local',
  reads: ({ action }) => action === 'list' || action === 'find_conflicts' || action === 'find_free',
  access: ({ action, id, title, occurrence }) =>
    action === 'delete'
      ? {
          ...unrestrictedAccess,
          rule: 'always_ask',
          subject: [title && `“${title}”`, id, occurrence && `(${occurrence})`].filter(Boolean).join(' '),
        }
      : action === 'update'
        ? accessForOwnChange
        : unrestrictedAccess,
  subject: (input, stores) => rowChangeText(input, stores.entries),
  unclear: async (input, context) => {
    if (input.action !== 'update' && input.action !== 'delete') return null;
    const entryResult = await namedEntry(input, await context.stores.entries.all(), context.stores);
    return entryResult.ok ? ambiguousOccurrenceError(input, entryResult.value, context) : entryResult.error;
  },
  run: async (input, context) => {
    const entries = (await context.stores.entries.all()).sort((a, b) => entrySpan(a).from - entrySpan(b).from);
    switch (input.action) {
      case 'add':
        return addCalendarEntry(input, entries, context);
      case 'update':
      case 'delete': {
        const entryResult = await namedEntry(input, entries, context.stores);
        if (!entryResult.ok) return entryResult.error;
        return input.action === 'update'
          ? updateCalendarEntry(input, entryResult.value, entries, context)
          : deleteCalendarEntry(input, entryResult.value, context);
      }
      case 'list':
        return list(input, entries, context);
      case 'find_conflicts':
        return findConflicts(input, entries, context);
      case 'find_free':
        return findFree(input, entries, context);
    }
  },
};

async function namedEntry(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  stores: LocalToolContext['stores'],
): Promise<Result<CalendarEntry, ToolResult>> {
  return findRow('entries', entries, input.id ? await stores.entries.get(input.id) : undefined, input);
}

function list(input: ScheduleInput, entries: readonly CalendarEntry[], { now, zone }: LocalToolContext): ToolResult {
  const span = spanOf(input, now, zone, 30);
  if (!span.ok) return toolError('invalid_input', `${span.error}.`);
  const entriesInSpan = occurrencesIn(entries, span).map(({ entry }) => entry);
  const where = spanText(span, input.zone ?? zone);
  if (entriesInSpan.length === 0) return toolSuccess(`There are no calendar entries from ${where}.`, { output: [] });
  const rest = entriesInSpan.length > mostListed ? `\nand ${entriesInSpan.length - mostListed} more` : '';
  const listedEntries = entriesInSpan.slice(0, mostListed);
  const lines = listedEntries.map(calendarEntryLineForModel).join('\n');
  const count = entriesInSpan.length === 1 ? '1 calendar entry' : `${entriesInSpan.length} calendar entries`;
  return toolSuccess(`${count} from ${where}:\n${lines}${rest}`, {
    output: listedEntries,
    foreign: isForeign(listedEntries),
  });
}

/**
 * Returns the entries that overlap the given time; without a start, the entries of the next 30 days that overlap each
 * other.
 */
function findConflicts(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  { now, zone }: LocalToolContext,
): ToolResult {
  const span = spanOf(input, now, zone, 30);
  if (!span.ok) return toolError('invalid_input', `${span.error}.`);
  const within = occurrencesIn(entries, span).map(({ entry }) => entry);
  const pairs = within.flatMap((entry, at) =>
    within
      .slice(at + 1)
      .filter((other) => other.id !== entry.id && spansOverlap(entrySpan(entry), entrySpan(other)))
      .map((other) => [entry, other] as const),
  );
  const where = spanText(span, input.zone ?? zone);
  const output = pairs.map(([entry, other]) => [entry.id, other.id]);
  const entriesSentence =
    input.start === undefined || within.length === 0
      ? ''
      : ` That time has: ${within.slice(0, 10).map(calendarEntryLineForModel).join('; ')}.`;
  const foreign = isForeign(within);
  if (pairs.length === 0)
    return toolSuccess(`No entries overlap each other from ${where}.${entriesSentence}`, { output, foreign });
  const lines = pairs
    .slice(0, 20)
    .map(([entry, other]) => `${calendarEntryLineForModel(entry)} overlaps ${calendarEntryLineForModel(other)}`);
  return toolSuccess(`${pairs.length} overlapping from ${where}:\n${lines.join('\n')}`, { output, foreign });
}

/** Returns the free times of a span. All-day entries do not block the day, but are named. */
function findFree(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  { now, zone }: LocalToolContext,
): ToolResult {
  const span = spanOf(input, now, zone, 7);
  if (!span.ok) return toolError('invalid_input', `${span.error}.`);
  const day = { start: input.day_start ?? '09:00', end: input.day_end ?? '18:00', zone: input.zone ?? zone };
  const minutes = input.minutes ?? 60;
  const within = occurrencesIn(entries, span).map(({ entry }) => entry);
  const busy = within.filter((entry) => !entry.all_day).map(entrySpan);
  const free = freeSpans(span, busy, day, minutes * 60_000);
  const allDay = within.filter((entry) => entry.all_day);
  const allDayText = allDay.map((entry) => `“${entry.title}” (${calendarEntryTimeForModel(entry)})`).join('; ');
  const note = allDayText && `\nAll-day entries, not counted: ${allDayText}.`;
  const foreign = isForeign(allDay);
  const hours = `between ${day.start} and ${day.end} from ${spanText(span, day.zone)}`;
  const output = free.map(({ from, until }) => ({
    start: localTimeText(from, day.zone),
    end: localTimeText(until, day.zone),
  }));
  if (free.length === 0) return toolSuccess(`No free time of ${minutes} minutes ${hours}.${note}`, { output, foreign });
  const lines = free.slice(0, mostListed).map((gap) => spanText(gap, day.zone));
  return toolSuccess(`Free for ${minutes} minutes or more ${hours}:\n${lines.join('\n')}${note}`, {
    output: output.slice(0, mostListed),
    foreign,
  });
}

const isForeign = (entries: readonly CalendarEntry[]) => entries.some(({ foreign }) => foreign === true);

function spanText({ from, until }: { from: number; until: number }, zone: string): string {
  const timeText = (ms: number) => timeTextForModel(new Date(ms).toISOString(), zone);
  return `${timeText(from)} to ${timeText(until)}`;
}

interface Span {
  from: number;
  until: number;
}

/** Returns the gaps of at least `length` milliseconds within the given hours of each day of a span. */
function freeSpans(
  span: Span,
  busy: readonly Span[],
  day: { start: string; end: string; zone: string },
  length: number,
): Span[] {
  const sortedSpans = [...busy].sort((a, b) => a.from - b.from);
  const free: Span[] = [];
  for (let date = dateAt(span.from, day.zone); date <= dateAt(span.until - 1, day.zone); date = addDays(date, 1)) {
    let from = Math.max(span.from, clockOn(date, day.start, day.zone));
    const until = Math.min(span.until, clockOn(date, day.end, day.zone));
    for (const busySpan of sortedSpans) {
      if (busySpan.from >= until) break;
      if (busySpan.from - from >= length) free.push({ from, until: busySpan.from });
      from = Math.max(from, busySpan.until);
    }
    if (until - from >= length) free.push({ from, until });
  }
  return free;
}

function clockOn(date: string, clock: string, zone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return instantFromLocalTime({ year, month, day, hour, minute, second: 0 }, zone);
}

const longestDays = 366;

/** Returns the span of a list or a search: from now or `start`, until `end` (the whole day) or `days` later. */
function spanOf(
  { start, end, zone }: ScheduleInput,
  now: string,
  personZone: string,
  days: number,
): { ok: true; from: number; until: number } | { ok: false; error: string } {
  const where = zone ?? personZone;
  const first = start === undefined ? null : parseTime(start, where, now);
  const last = end === undefined ? null : parseTime(end, where, now);
  if (start !== undefined && !first) return { ok: false, error: noSuchTimeSentence('start', start) };
  if (end !== undefined && !last) return { ok: false, error: noSuchTimeSentence('end', end) };
  const from = !first ? Date.parse(now) : first.kind === 'date' ? startOfDay(first.date, where) : first.ms;
  const defaultEnd =
    first?.kind === 'date'
      ? startOfDay(addDays(first.date, 1), where)
      : startOfDay(addDays(dateAt(from, where), days), where);
  const until = !last ? defaultEnd : last.kind === 'date' ? startOfDay(addDays(last.date, 1), where) : last.ms;
  if (until <= from) return { ok: false, error: '“end” must be after “start”' };
  if (until - from > longestDays * 86_400_000)
    return { ok: false, error: `at most ${longestDays} days can be looked at in one call` };
  return { ok: true, from, until };
}
