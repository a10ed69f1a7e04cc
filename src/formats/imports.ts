import type { IcsReading } from '../calendar/ics/read-ics.ts';
import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { ImportedTaskWording } from './imported-task-wording.ts';
import type { PlanFileReading } from './plan-file/plan-file-reading.ts';
import type { TextEncoding } from '../records/decode-file.ts';
import type { ReadFile } from '../ports/file-reading.ts';
import type { TodoFileReading } from './todos/read-todos.ts';

/** A file to read as a plan, the id for a plan without one, and the time of the import (ISO 8601). */
export interface PlanImportRequest {
  file: Blob;
  planId: string;
  at: string;
  /** The words for the due days and labels of another app's tasks. */
  exported?: ImportedTaskWording;
  /** The encoding that the person chose. */
  encoding?: TextEncoding;
}

/**
 * A file to read as to-dos. Its name is a hint to its format; relative dates in it, such as “next Friday”, are counted
 * from `now`.
 */
export interface TodoImportRequest {
  file: Blob;
  name: string;
  zone: string;
  now: string;
}

/** A calendar to merge into the existing entries. */
export interface CalendarImportRequest {
  file: Blob;
  zone: string;
  stored: readonly CalendarEntry[];
  now: string;
  untitled: string;
}

export type ImportRequest =
  | ({ kind: 'plan' } & PlanImportRequest)
  | ({ kind: 'todos' } & TodoImportRequest)
  | ({ kind: 'calendar' } & CalendarImportRequest);

/** Reads foreign files; nothing is stored. */
export interface FileImporter {
  plan: ReadFile<PlanImportRequest, PlanFileReading>;
  todos: ReadFile<TodoImportRequest, TodoFileReading>;
  calendar: ReadFile<CalendarImportRequest, IcsReading>;
}
