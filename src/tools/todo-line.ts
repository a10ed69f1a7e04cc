import type { Todo } from '../domain/todo.ts';
import { shownTime } from './shown-time.ts';

/** A to-do in one line, as the model is shown it. */
export function todoLine(todo: Todo, zone: string): string {
  const more = [
    todo.due === null ? '' : `due ${shownTime(todo.due, zone)}`,
    todo.priority === 'normal' ? '' : `${todo.priority} priority`,
    todo.tags.map((tag) => `#${tag}`).join(' '),
    todo.notes === '' ? '' : `notes: ${todo.notes.replace(/\s+/g, ' ').slice(0, 80)}`,
  ].filter((part) => part !== '');
  return [`[${todo.done ? 'x' : ' '}] ${todo.id} “${todo.title}”`, ...more].join(', ');
}
