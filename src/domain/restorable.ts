import * as z from 'zod';
import { isCalendarDate } from './calendar-date.ts';
import { CalendarEntry } from './calendar-entry.ts';
import { DueRun } from './due-run.ts';
import { Note } from './note.ts';
import { Session } from './session.ts';
import { SessionFile } from './session-file.ts';
import { Instant } from './step.ts';
import { Todo } from './todo.ts';
import { isZone } from './zoned-time.ts';

/** No reminder comes longer before or after what it reminds of, in minutes: a hundred years. */
const farthestReminder = 52_560_000;

const isInstant = (text: string): boolean => Instant.safeParse(text).success;
const isTime = (text: string): boolean => isCalendarDate(text) || isInstant(text);

interface Dated {
  created_at: string;
  updated_at?: string;
  deleted_at: string | null;
}

/** A row that cannot be read is left to its reader, who tells of it. */
const unreadableOr =
  <T extends Dated>(schema: z.core.$ZodType<T>, holds: (row: T) => boolean = () => true) =>
  (row: unknown): boolean => {
    const read = z.safeParse(schema, row);
    if (!read.success) return true;
    const { created_at, updated_at = created_at, deleted_at } = read.data;
    return [created_at, updated_at, deleted_at ?? created_at].every(isInstant) && holds(read.data);
  };

function isSoundEntry({ start, end, all_day, zone, except, replaces, reminder }: CalendarEntry): boolean {
  const own = all_day ? isCalendarDate : isInstant;
  const others = [...except, ...(replaces ? [replaces.start] : [])];
  return isZone(zone) && own(start) && own(end) && others.every(isTime) && Math.abs(reminder ?? 0) <= farthestReminder;
}

/** A line of a session's record whose effects are that session's own, since a recorded effect is never made again. */
function isSoundLine({ session_id, at, effect, intent }: Record<string, unknown>): boolean {
  const own = (id: unknown) => typeof id !== 'string' || (isPlain(session_id) && id.startsWith(`${session_id}/`));
  return own(effect) && own(intent) && (typeof at !== 'string' || isInstant(at));
}

/** An id that no other one begins with, where ids are put together. */
const isPlain = (id: unknown): id is string => typeof id === 'string' && !/[/:]/.test(id);

/**
 * Whether a row of a backup may be brought back, by table (R13.4): the page reckons with its times, so they must be some,
 * and by its ids it must not pass for what is another's. The schemas leave that open, so as to hide nothing that is here
 * already.
 */
export const restorable: Readonly<Record<string, (row: unknown) => boolean>> = {
  sessions: unreadableOr(Session, ({ id }) => isPlain(id)),
  files: unreadableOr(SessionFile.omit({ content: true })),
  todos: unreadableOr(Todo, ({ due }) => due === null || isTime(due)),
  notes: unreadableOr(Note),
  entries: unreadableOr(CalendarEntry, isSoundEntry),
  due_runs: unreadableOr(
    DueRun,
    ({ zone, next_at, started }) => isZone(zone) && [next_at, started?.at].every((at) => at == null || isInstant(at)),
  ),
  /* Keys are kept by the id of their connection; those of the other services have a colon in theirs. */
  profiles: (row) => isPlain((row as { id: unknown }).id),
  journal: (row) => isSoundLine(row as Record<string, unknown>),
};
