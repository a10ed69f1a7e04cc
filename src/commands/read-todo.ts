import type { Todo } from '../domain/todo.ts';
import { readMarks } from './read-marks.ts';
import { readWhen } from './read-when.ts';

const longestTitle = 500;

/**
 * What a person who writes “Buy bread tomorrow !high #shopping” means (R10.1): what is to be done, by when, and its marks.
 * The title is empty where nothing but these is said.
 */
export function readTodo(text: string, now: string, zone: string): Pick<Todo, 'title' | 'due' | 'priority' | 'tags'> {
  const { priority, tags, rest } = readMarks(text);
  const when = readWhen(rest, now, zone);
  const title = (when ? when.rest : rest).trim().slice(0, longestTitle);
  return { title, due: when ? dueOf(when) : null, priority, tags };
}

/** What is named by a span of days is due on its last. */
const dueOf = ({ start, end, all_day }: { start: string; end: string | null; all_day: boolean }) =>
  all_day ? (end ?? start) : start;
