import { Todo } from '../domain/todo.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { keptRows } from './kept-rows.ts';
import { live } from './live.ts';

/** The list is in the person's own order. */
export function todoStore({ todos, rows }: CairnDatabase): Stores['todos'] {
  const kept = keptRows(todos, Todo, rows, () => todos.orderBy('position').toArray());
  return { list: () => live(kept.all), save: kept.put, saveAll: kept.putAll, get: kept.get };
}
