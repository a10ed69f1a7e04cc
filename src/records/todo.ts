import * as z from 'zod';
import { dateAt, isCalendarDate } from '../values/calendar-date.ts';

export const Priority = z.enum(['low', 'normal', 'high']);

/**
 * A to-do. `due` is a date (`2026-01-31`) or an instant; removed to-dos keep `deleted_at`, so that they can be
 * restored.
 */
export const Todo = z.object({
  id: z.string(),
  title: z.string().min(1).max(500),
  notes: z.string(),
  due: z.string().nullable(),
  priority: Priority,
  tags: z.array(z.string()),
  done: z.boolean(),
  /** Position in the list; smaller comes first. */
  position: z.number(),
  /** True if it came from a file, or was written while text from outside was in the model's context. */
  foreign: z.boolean().exactOptional(),
  session_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type Todo = z.infer<typeof Todo>;

/**
 * True if a due date or instant has passed at `now` (milliseconds since 1970); a date has passed when its day is over
 * in `zone`.
 */
export function isPastDue(due: string, now: number, zone: string): boolean {
  return isCalendarDate(due) ? due < dateAt(now, zone) : Date.parse(due) < now;
}
