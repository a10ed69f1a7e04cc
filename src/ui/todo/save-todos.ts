import type { Todo } from '../../records/todo.ts';
import { firstOf } from '../../ports/observable.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'>;
type Item = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;

/** Adds the to-dos of a file at the end of the list. Returns null, with a toast, if they could not be saved. */
export async function saveTodos(page: Page, items: readonly Item[]): Promise<Todo[] | null> {
  const { clock, stores } = page.dependencies;
  const at = clock.now();
  const last = Math.max(0, ...(await firstOf(stores.todos.list())).map(({ position }) => position));
  const todos = items.map((item, index): Todo => ({
    id: clock.newId('todo'),
    ...item,
    position: last + index + 1,
    foreign: true,
    session_id: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }));
  return (await saveOrToast(page, () => stores.todos.saveAll(todos))) ? todos : null;
}

/** Deletes to-dos that have just been added; returns true if that succeeded. */
export function removeTodos(page: Page, todos: readonly Todo[]): Promise<boolean> {
  const { clock, stores } = page.dependencies;
  return saveOrToast(page, () => stores.todos.saveAll(todos.map((todo) => ({ ...todo, deleted_at: clock.now() }))));
}
