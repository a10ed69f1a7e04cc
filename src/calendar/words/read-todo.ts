import type { Todo } from '../../records/todo.ts';
import { readWhen } from './read-when.ts';

const longestTitle = 500;

/**
 * Returns the parts of a to-do typed as “Buy bread tomorrow !high #shopping”: title, due time and marks. The title is
 * empty if the text has nothing else.
 */
export function readTodo(text: string, now: string, zone: string): Pick<Todo, 'title' | 'due' | 'priority' | 'tags'> {
  const { priority, tags, rest } = readMarks(text);
  const when = readWhen(rest, now, zone);
  const title = (when ? when.rest : rest).trim().slice(0, longestTitle);
  return { title, due: when ? dueOf(when) : null, priority, tags };
}

/** Returns the due time: the last day of an all-day time, else the start. */
const dueOf = ({ start, end, all_day }: { start: string; end: string | null; all_day: boolean }) =>
  all_day ? (end ?? start) : start;

const mark = /(^|\s)(?:[#＃]((?![\d#＃]+(?:\s|$))[^\s#＃]+)|[!！](high|low|normal|高|低|普通|h|l|1|2|3))(?=\s|$)/giu;
const levels: Readonly<Record<string, Todo['priority']>> = {
  high: 'high',
  h: 'high',
  高: 'high',
  '1': 'high',
  normal: 'normal',
  普通: 'normal',
  '2': 'normal',
  low: 'low',
  l: 'low',
  低: 'low',
  '3': 'low',
};

/** Separates `!high` and `#shopping` from a typed to-do; a text of only marks is unchanged. */
export function readMarks(text: string): Pick<Todo, 'priority' | 'tags'> & { rest: string } {
  const tags = new Set<string>();
  let priority: Todo['priority'] = 'normal';
  const rest = text.replace(mark, (_, space: string, tag?: string, level?: string) => {
    if (tag !== undefined) tags.add(tag);
    priority = levels[level?.toLowerCase() ?? ''] ?? priority;
    return space;
  });
  const kept = rest.replace(/\s+/g, ' ').trim();
  return kept === '' ? { priority: 'normal', tags: [], rest: text } : { priority, tags: [...tags], rest: kept };
}
