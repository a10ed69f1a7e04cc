import * as z from 'zod';
import { isCalendarDate } from '../time/calendar-date.ts';
import { CalendarEntry } from '../agenda/calendar-entry.ts';
import { ScheduledRun } from '../agenda/scheduled-run.ts';
import { Note } from '../agenda/note.ts';
import { Session } from './session.ts';
import { SessionFile } from '../files/session-file.ts';
import { Instant } from '../plan/step.ts';
import { Todo } from '../agenda/todo.ts';
import { isZone } from '../time/zoned-time.ts';
import { grantedBudgets } from '../task/budget.ts';
import { inPhase, isWorking, type PauseReason, type Phase, type Run } from '../task/run.ts';
import type { Limits } from '../settings/settings.ts';

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
    ScheduledRun,
    ({ zone, next_at, started }) => isZone(zone) && [next_at, started?.at].every((at) => at == null || isInstant(at)),
  ),
  /* Keys are kept by the id of their connection; those of the other services have a colon in theirs. */
  profiles: (row) => isPlain((row as { id: unknown }).id),
  journal: (row) => isSoundLine(row as Record<string, unknown>),
};

/**
 * A task as it comes back from a backup, or from the past (R13.4): it has no permissions, no more budget than `limits` give
 * it to go on, counts as text from outside, and what is unfinished stands still until the person continues it. That it has
 * ended changes nothing of this, since an edit or the next goal goes on from it.
 */
export function restoredRun(run: Run, limits: Limits): Run {
  const resume = goesOnIn(run);
  const budgets = Math.min(run.budgets, grantedBudgets(run.plan, limits));
  const pause = run.pause?.code === 'spending' ? interrupted : run.pause;
  const bare: Run = { ...run, pause, approvals: [], tainted: true, budgets, allowances: 1, charged: {} };
  if (resume === null) return bare;
  return { ...inPhase(bare, 'paused', run.plan.updated_at), resume, pause: interrupted };
}

/** What a pause at the spending limit says has been spent is what "continue" allows again, so no file says that. */
const interrupted: PauseReason = { code: 'interrupted' };

/** Where a task would go on by itself when its session is opened; null when it waits for the person. */
function goesOnIn({ phase, plan, proposal, question }: Run): Phase | null {
  if (phase === 'recovering' || (phase === 'waiting' && question === null && proposal === null)) return 'executing';
  if (phase === 'answered' && plan.steps.some(({ status }) => status === 'pending')) return 'executing';
  return isWorking(phase) ? phase : null;
}
