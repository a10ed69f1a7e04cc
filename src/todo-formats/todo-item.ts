import type { Todo } from '../domain/todo.ts';

/** What a file says of a to-do. */
export type TodoItem = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;
