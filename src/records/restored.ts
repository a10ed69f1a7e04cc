import * as z from 'zod/mini';
import { isCalendarDate } from '../values/calendar-date.ts';
import { CalendarEntry } from './calendar-entry.ts';
import { ScheduledRun } from './scheduled-run.ts';
import { Note } from './note.ts';
import { Session } from '../task/session.ts';
import { FileMetadata } from './session-file.ts';
import { Instant } from '../plan/step.ts';
import { Todo } from './todo.ts';
import { isTimeZone } from '../values/zoned-time.ts';
import { budgetsToGrant } from '../task/budget.ts';
import { withPhase, isWorking, type PauseReason, type Phase, type Run } from '../task/run.ts';
import { runningSteps } from '../task/run-steps.ts';
import type { Limits } from '../values/limits.ts';

/** The largest time between a reminder and its entry, in minutes: a hundred years. */
const farthestReminder = 52_560_000;

const isInstant = (text: string): boolean => Instant.safeParse(text).success;
const isTime = (text: string): boolean => isCalendarDate(text) || isInstant(text);

/** The part of a stored file's row that a restore checks: its name. */
export const RestorableFileRow = z.object({ name: z.string() });

interface Dated {
  created_at: string;
  updated_at?: string;
  deleted_at: string | null;
}

/**
 * True for a row that the schema cannot read, since its reader reports it; otherwise true if its times are valid and
 * `holds` is true.
 */
const unreadableOr =
  <T extends Dated>(schema: z.core.$ZodType<T>, holds: (row: T) => boolean = () => true) =>
  (row: unknown): boolean => {
    const parsedRow = z.safeParse(schema, row);
    if (!parsedRow.success) return true;
    const { created_at, updated_at = created_at, deleted_at } = parsedRow.data;
    return [created_at, updated_at, deleted_at ?? created_at].every(isInstant) && holds(parsedRow.data);
  };

function isSoundEntry({ start, end, all_day, zone, except, replaces, reminder }: CalendarEntry): boolean {
  const own = all_day ? isCalendarDate : isInstant;
  const others = [...except, ...(replaces ? [replaces.start] : [])];
  return (
    isTimeZone(zone) && own(start) && own(end) && others.every(isTime) && Math.abs(reminder ?? 0) <= farthestReminder
  );
}

/**
 * True if the effect ids of a journal line belong to its own session: a foreign id could make Cairn skip an effect of
 * another session as already done.
 */
function isSoundLine({ session_id, at, effect, intent }: Record<string, unknown>): boolean {
  const own = (id: unknown) => typeof id !== 'string' || (isPlain(session_id) && id.startsWith(`${session_id}/`));
  return own(effect) && own(intent) && (typeof at !== 'string' || isInstant(at));
}

/** True if an id contains no separator, so that no combined id can be mistaken for another one. */
const isPlain = (id: unknown): id is string => typeof id === 'string' && !/[/:]/.test(id);

/**
 * For each table, a function that is true if a row of a backup may be restored: its times must be valid, since the page
 * computes with them, and its ids must not be mistakable for those of another row. These checks are not part of the
 * schemas, so that rows that are already stored are not hidden.
 */
export const restorableRowChecks: Readonly<Record<string, (row: unknown) => boolean>> = {
  sessions: unreadableOr(Session, ({ id }) => isPlain(id)),
  files: unreadableOr(FileMetadata),
  todos: unreadableOr(Todo, ({ due }) => due === null || isTime(due)),
  notes: unreadableOr(Note),
  entries: unreadableOr(CalendarEntry, isSoundEntry),
  due_runs: unreadableOr(
    ScheduledRun,
    ({ zone, next_at, started }) =>
      isTimeZone(zone) && [next_at, started?.at].every((at) => at == null || isInstant(at)),
  ),
  /* Keys are stored under the id of their connection; the ids of other services' keys contain a colon. */
  profiles: (row) => isPlain((row as { id: unknown }).id),
  journal: (row) => isSoundLine(row as Record<string, unknown>),
};

/**
 * A task restored from a backup or from an earlier state: without permissions, with no more budget than `limits` allow,
 * marked as text from outside, and paused if it is unfinished. This also holds for ended tasks, since an edit or the
 * next goal continues from them.
 */
export function restoredRun(run: Run, limits: Limits): Run {
  const resume = goesOnIn(run);
  const budget_grants = Math.min(run.budget_grants, budgetsToGrant(run.plan, limits));
  const pause = run.pause?.code === 'spending' ? interrupted : run.pause;
  const charged = Object.fromEntries(runningSteps(run).map(({ id }) => [id, 0]));
  const { spending_grant: _, spending_grants: __, growth_seen: ___, ...rest } = run;
  const bare: Run = { ...rest, pause, approvals: [], tainted: true, budget_grants, charged };
  if (resume === null) return bare;
  return { ...withPhase(bare, 'paused', run.plan.updated_at), resume, pause: interrupted };
}

/**
 * The pause reason of a restored task: never the spending limit, since "continue" would grant the sum that the file
 * states.
 */
const interrupted: PauseReason = { code: 'interrupted' };

/** The phase in which a task would continue by itself when its session is opened; null if it waits for the person. */
function goesOnIn({ phase, plan, proposal, question }: Run): Phase | null {
  if (phase === 'recovering' || (phase === 'waiting' && question === null && proposal === null)) return 'executing';
  if (phase === 'answered' && plan.steps.some(({ status }) => status === 'pending')) return 'executing';
  return isWorking(phase) ? phase : null;
}
