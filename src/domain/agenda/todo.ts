import * as z from 'zod';
import { dateAt, isCalendarDate } from '../time/calendar-date.ts';

export const Priority = z.enum(['low', 'normal', 'high']);

/** A to-do (R9.5). `due` is a date (`2026-01-31`) or an instant; removed ones keep `deleted_at` so they can come back. */
export const Todo = z.object({
  id: z.string(),
  title: z.string().min(1).max(500),
  notes: z.string(),
  due: z.string().nullable(),
  priority: Priority,
  tags: z.array(z.string()),
  done: z.boolean(),
  /** Place in the list; smaller stands higher. */
  position: z.number(),
  /** Came from a file, or was written with text from outside in sight (R13.3). */
  foreign: z.boolean().exactOptional(),
  session_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type Todo = z.infer<typeof Todo>;

/** Whether a due time, an instant or a day as the person has it, has passed at `now`, in milliseconds: a day is over when it has passed. */
export function isPastDue(due: string, now: number, zone: string): boolean {
  return isCalendarDate(due) ? due < dateAt(now, zone) : Date.parse(due) < now;
}
