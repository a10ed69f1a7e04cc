import type { IcsReading } from '../calendar/ics/read-ics.ts';
import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import type { PlanFileReading } from '../planfile/plan-file-reading.ts';
import type { ReadFile } from '../ports/file-reading.ts';
import type { ReadTodos } from '../todo-formats/read-todos.ts';

/** A file that is to be read as a plan: the id of one that names none, and the time of the import, ISO. */
export interface PlanWish {
  file: Blob;
  planId: string;
  at: string;
}

/** To-dos; the file's name says a little of what it is. */
export interface TodoWish {
  file: Blob;
  name: string;
  zone: string;
}

/** A calendar that is brought into the entries that there are. */
export interface CalendarWish {
  file: Blob;
  zone: string;
  stored: readonly CalendarEntry[];
  now: string;
  untitled: string;
}

export type ImportWish =
  ({ kind: 'plan' } & PlanWish) | ({ kind: 'todos' } & TodoWish) | ({ kind: 'calendar' } & CalendarWish);

/** The ways in which a stranger's file is read before anything of it is accepted. */
export interface Imports {
  plan: ReadFile<PlanWish, PlanFileReading>;
  todos: ReadFile<TodoWish, ReadTodos>;
  calendar: ReadFile<CalendarWish, IcsReading>;
}
