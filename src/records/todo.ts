import * as z from 'zod/mini';
import { dateAt, isCalendarDate } from '../values/calendar-date.ts';

export const Priority = z.enum(['low', 'normal', 'high']);

/**
 * A to-do. `due` is a date (`2026-01-31`) or an instant; removed to-dos keep `deleted_at`, so that they can be
 * restored.
 */
export const Todo = z.object({
  id: z.string(),
  title: z.string().check(z.minLength(1), z.maxLength(500)),
  notes: z.string(),
  due: z.nullable(z.string()),
  priority: Priority,
  tags: z.array(z.string()),
  done: z.boolean(),
  /** Position in the list; smaller comes first. */
  position: z.number(),
  /** True if it came from a file, or was written while text from outside was in the model's context. */
  foreign: z.exactOptional(z.boolean()),
  session_id: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});
export type Todo = z.infer<typeof Todo>;

/**
 * True if a due date or instant has passed at `now` (milliseconds since 1970); a date has passed when its day is over
 * in `zone`.
 */
export function isPastDue(due: string, now: number, zone: string): boolean {
  return isCalendarDate(due) ? due < dateAt(now, zone) : Date.parse(due) < now;
}

const ranks = { high: 0, normal: 1, low: 2 } as const;

/** Returns a text by which to-dos are sorted: by the day they are due, then priority, then time; undated ones last. */
function rankOf({ due, priority }: Pick<Todo, 'due' | 'priority'>, zone: string): string {
  const day = due === null ? '9999-99-99' : isCalendarDate(due) ? due : dateAt(Date.parse(due), zone);
  return `${day} ${ranks[priority]} ${due === null || isCalendarDate(due) ? 'later' : new Date(due).toISOString()}`;
}

/**
 * Returns the position for a to-do that is new or has another due date or priority: before the first open to-do that
 * ranks after it (by due day, then priority, then due time), or else at the end. The positions of the others do not
 * change.
 */
export function todoPositionAmong(
  todos: readonly Pick<Todo, 'id' | 'due' | 'priority' | 'done' | 'position'>[],
  todo: Pick<Todo, 'id' | 'due' | 'priority'>,
  zone: string,
): number {
  const others = todos.filter(({ id }) => id !== todo.id);
  const open = others.filter(({ done }) => !done).sort((a, b) => a.position - b.position);
  const rank = rankOf(todo, zone);
  const insertIndex = open.findIndex((other) => rankOf(other, zone) > rank);
  const next = open[insertIndex];
  if (!next) return others.reduce((last, { position }) => Math.max(last, position), 0) + 1;
  return ((open[insertIndex - 1]?.position ?? next.position - 2) + next.position) / 2;
}

/** Returns the position of a changed to-do: as before, unless it is due at another time or of another priority. */
export function positionOfEditedTodo(before: Todo, after: Todo, todos: readonly Todo[], zone: string): number {
  const isSame = before.due === after.due && before.priority === after.priority;
  return isSame ? after.position : todoPositionAmong(todos, after, zone);
}
