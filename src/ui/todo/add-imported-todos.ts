import type { Todo } from '../../records/todo.ts';
import { currentValue } from '../../ports/observable.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'>;
type Item = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;

interface SavedTodos {
  added: Todo[];
  /**
   * The number of imported to-dos that were not added, since the list has them already: with the same title, day and
   * tags.
   */
  known: number;
}

/**
 * Appends the imported to-dos to the list, except those that it contains already. Shows a toast and returns null if
 * they could not be stored.
 */
export async function addImportedTodos(page: Page, items: readonly Item[]): Promise<SavedTodos | null> {
  const { clock, stores } = page.dependencies;
  const importedAt = clock.now();
  const storedTodos = await currentValue(stores.todos.list());
  const present = new Set(storedTodos.map(nameOf));
  const last = Math.max(0, ...storedTodos.map(({ position }) => position));
  const fresh = items.filter((item) => !present.has(nameOf(item)));
  const addedTodos = fresh.map((item, index): Todo => ({
    id: clock.newId('todo'),
    ...item,
    position: last + index + 1,
    foreign: true,
    session_id: null,
    created_at: importedAt,
    updated_at: importedAt,
    deleted_at: null,
  }));
  const isSaved = addedTodos.length === 0 || (await saveOrToast(page, () => stores.todos.saveAll(addedTodos)));
  return isSaved ? { added: addedTodos, known: items.length - addedTodos.length } : null;
}

const nameOf = ({ title, due, tags }: Item) => JSON.stringify([title, due, tags.toSorted()]);

/** Deletes to-dos that have just been added; returns true if that succeeded. */
export function removeTodos(page: Page, todos: readonly Todo[]): Promise<boolean> {
  const { clock, stores } = page.dependencies;
  return saveOrToast(page, () => stores.todos.saveAll(todos.map((todo) => ({ ...todo, deleted_at: clock.now() }))));
}
