import type { Todo } from '../domain/todo.ts';

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

/** Takes `!high` and `#shopping` out of a typed to-do; a text of nothing else stays as it is. */
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
