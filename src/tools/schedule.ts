import { occurrencesIn } from '../calendar/occurrences-in.ts';
import { overlaps, type CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { toolFailure, toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { entryLine, entryWhen } from './entry-line.ts';
import { deleteEntry } from './delete-entry.ts';
import { addEntry } from './add-entry.ts';
import { updateEntry } from './update-entry.ts';
import { findRow } from './find-row.ts';
import { changeAccess } from './change-access.ts';
import { changedRow } from './changed-row.ts';
import { freeAccess } from './free-access.ts';
import { freeSpans } from './free-spans.ts';
import { clockText } from './given-time.ts';
import { lookedAt } from './looked-at.ts';
import { scheduleInput, type ScheduleInput } from './schedule-input.ts';
import { shownTime } from './shown-time.ts';
import type { Tool } from './tool.ts';

const mostListed = 50;

/** The person's calendar (R9.6). Overlaps are reported, not refused. Deleting asks first, and what was deleted can come back. */
export const scheduleTool: Tool<typeof scheduleInput> = {
  name: 'schedule',
  description:
    "The person's calendar: add, list, update or delete one entry, which may repeat; find_conflicts (entries that overlap) or find_free (free time). Times are the person's local time unless a zone is given.",
  input: scheduleInput,
  place: 'local',
  reads: ({ action }) => action === 'list' || action === 'find_conflicts' || action === 'find_free',
  access: ({ action, id, title, occurrence }) =>
    action === 'delete'
      ? {
          ...freeAccess,
          rule: 'always_ask',
          subject: [title && `“${title}”`, id, occurrence && `(${occurrence})`].filter(Boolean).join(' '),
        }
      : action === 'update'
        ? changeAccess
        : freeAccess,
  subject: (input, stores) => changedRow(input, stores.entries),
  run: async (input, context) => {
    const entries = (await context.stores.entries.all()).sort((a, b) => entrySpan(a).from - entrySpan(b).from);
    switch (input.action) {
      case 'add':
        return addEntry(input, entries, context);
      case 'update':
      case 'delete': {
        const stored = input.id ? await context.stores.entries.get(input.id) : undefined;
        const found = findRow('calendar entry', entries, stored, input);
        if (!found.ok) return found.failure;
        return input.action === 'update'
          ? updateEntry(input, found.row, entries, context)
          : deleteEntry(input, found.row, context);
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

function list(input: ScheduleInput, entries: readonly CalendarEntry[], { now, zone }: LocalContext): ToolResult {
  const span = lookedAt(input, now, zone, 30);
  if (!span.ok) return toolFailure('invalid_input', `${span.fault}.`);
  const shown = occurrencesIn(entries, span).map(({ entry }) => entry);
  const where = spanText(span, input.zone ?? zone);
  if (shown.length === 0) return toolSuccess(`There are no calendar entries from ${where}.`, { output: [] });
  const rest = shown.length > mostListed ? `\nand ${shown.length - mostListed} more` : '';
  const listed = shown.slice(0, mostListed);
  const lines = listed.map(entryLine).join('\n');
  const count = shown.length === 1 ? '1 calendar entry' : `${shown.length} calendar entries`;
  return toolSuccess(`${count} from ${where}:\n${lines}${rest}`, {
    output: listed,
    foreign: isForeign(listed),
  });
}

/** With a start: what overlaps that time. Without: entries of the next 30 days that overlap each other. */
function findConflicts(
  input: ScheduleInput,
  entries: readonly CalendarEntry[],
  { now, zone }: LocalContext,
): ToolResult {
  const span = lookedAt(input, now, zone, 30);
  if (!span.ok) return toolFailure('invalid_input', `${span.fault}.`);
  const within = occurrencesIn(entries, span).map(({ entry }) => entry);
  const pairs = within.flatMap((entry, at) =>
    within
      .slice(at + 1)
      .filter((other) => other.id !== entry.id && overlaps(entrySpan(entry), entrySpan(other)))
      .map((other) => [entry, other] as const),
  );
  const where = spanText(span, input.zone ?? zone);
  const output = pairs.map(([entry, other]) => [entry.id, other.id]);
  const taken =
    input.start === undefined || within.length === 0
      ? ''
      : ` That time has: ${within.slice(0, 10).map(entryLine).join('; ')}.`;
  const foreign = isForeign(within);
  if (pairs.length === 0)
    return toolSuccess(`No entries overlap each other from ${where}.${taken}`, { output, foreign });
  const lines = pairs.slice(0, 20).map(([entry, other]) => `${entryLine(entry)} overlaps ${entryLine(other)}`);
  return toolSuccess(`${pairs.length} overlapping from ${where}:\n${lines.join('\n')}`, { output, foreign });
}

/** All-day entries do not take up the day, but are named. */
function findFree(input: ScheduleInput, entries: readonly CalendarEntry[], { now, zone }: LocalContext): ToolResult {
  const span = lookedAt(input, now, zone, 7);
  if (!span.ok) return toolFailure('invalid_input', `${span.fault}.`);
  const day = { start: input.day_start ?? '09:00', end: input.day_end ?? '18:00', zone: input.zone ?? zone };
  const minutes = input.minutes ?? 60;
  const within = occurrencesIn(entries, span).map(({ entry }) => entry);
  const busy = within.filter((entry) => !entry.all_day).map(entrySpan);
  const free = freeSpans(span, busy, day, minutes * 60_000);
  const allDay = within.filter((entry) => entry.all_day);
  const named = allDay.map((entry) => `“${entry.title}” (${entryWhen(entry)})`).join('; ');
  const note = named && `\nAll-day entries, not counted: ${named}.`;
  const foreign = isForeign(allDay);
  const hours = `between ${day.start} and ${day.end} from ${spanText(span, day.zone)}`;
  const output = free.map(({ from, until }) => ({ start: clockText(from, day.zone), end: clockText(until, day.zone) }));
  if (free.length === 0) return toolSuccess(`No free time of ${minutes} minutes ${hours}.${note}`, { output, foreign });
  const lines = free.slice(0, mostListed).map((gap) => spanText(gap, day.zone));
  return toolSuccess(`Free for ${minutes} minutes or more ${hours}:\n${lines.join('\n')}${note}`, {
    output: output.slice(0, mostListed),
    foreign,
  });
}

const isForeign = (entries: readonly CalendarEntry[]) => entries.some(({ foreign }) => foreign === true);

function spanText({ from, until }: { from: number; until: number }, zone: string): string {
  const shown = (ms: number) => shownTime(new Date(ms).toISOString(), zone);
  return `${shown(from)} to ${shown(until)}`;
}
