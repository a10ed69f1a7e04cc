import { Todo } from '../domain/todo.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

/** The list is in the person's own order. */
export function todoStore({ todos, rows }: CairnDatabase): Stores['todos'] {
  return {
    list: () =>
      live(async () => {
        const all = rows.many(todos, Todo, await todos.orderBy('position').toArray());
        return all.filter((todo) => todo.deleted_at === null);
      }),
    save: async (todo) => {
      await todos.put(todo);
    },
    get: async (id) => rows.one(todos, Todo, await todos.get(id)),
  };
}
