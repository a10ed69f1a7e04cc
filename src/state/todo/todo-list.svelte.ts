import { isPastDue, type Todo } from '../../domain/agenda/todo.ts';
import type { App } from '../app/app.svelte.ts';
import { Bridge } from '../app/bridge.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

/** What a person may change in a to-do. */
export type TodoChange = Partial<Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>>;

/** The to-dos as their pane shows and changes them; null while they are being read. */
export class TodoList {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'go'>;
  readonly #todos: Bridge<readonly Todo[] | null>;
  readonly open = $derived.by(() => this.#todos.current?.filter((todo) => !todo.done) ?? null);
  readonly done = $derived.by(() => this.#todos.current?.filter((todo) => todo.done) ?? null);

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'go'>) {
    this.#app = app;
    this.#todos = new Bridge<readonly Todo[] | null>(app.dependencies.stores.todos.list(), null);
  }

  get unreadable(): boolean {
    return this.#todos.fault !== null;
  }

  /**
   * Adds a to-do at the end of the list, read as `/todo` reads it: “Buy bread tomorrow #shopping”. Who did not mean a time
   * can have it as it was typed. False when nothing was typed or the storage refused.
   */
  readonly add = async (typed: string): Promise<boolean> => {
    const whole = typed.trim().slice(0, 500);
    if (!whole) return false;
    const { dependencies, toasts, words } = this.#app;
    const { clock, stores } = dependencies;
    const at = clock.now();
    const id = clock.newId('todo');
    const read = await this.#read(whole, at);
    const positions = (this.#todos.current ?? []).map((todo) => todo.position);
    const todo: Todo = {
      id,
      ...read,
      notes: '',
      done: false,
      position: Math.max(0, ...positions) + 1,
      session_id: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    };
    if (!(await saveOrToast(this.#app, () => stores.todos.save(todo)))) return false;
    if (todo.title !== whole)
      toasts.tell(words.t(todo.due === null ? 'todo.added_marked' : 'todo.added_due'), {
        label: words.t('todo.as_typed'),
        run: () => void this.change(id, { title: whole, due: null, priority: 'normal', tags: [] }),
      });
    return true;
  };

  /** As it was typed where nothing but a time is said, or one that has passed: then it was none. */
  async #read(whole: string, now: string): Promise<Pick<Todo, 'title' | 'due' | 'priority' | 'tags'>> {
    const plain = { title: whole, due: null, priority: 'normal' as const, tags: [] };
    const zone = this.#app.dependencies.clock.zone();
    const read = await import('../../commands/when/read-todo.ts').then(
      ({ readTodo }) => readTodo(whole, now, zone),
      () => plain,
    );
    const isPast = read.due !== null && isPastDue(read.due, Date.parse(now), zone);
    return read.title === '' || isPast ? plain : read;
  }

  readonly change = (id: string, change: TodoChange): Promise<boolean> => this.#write(id, change);

  /** Checks a to-do, or takes that back, and offers the way back: where a finger may slip. */
  readonly swipe = async ({ id, title, done }: Todo): Promise<void> => {
    const { toasts, words } = this.#app;
    if (!(await this.change(id, { done: !done }))) return;
    toasts.tell(words.t(done ? 'todo.was_opened' : 'todo.was_done', { title }), {
      label: words.t('shell.undo'),
      run: () => void this.change(id, { done }),
    });
  };

  /** Moves an open to-do one place up or down. */
  readonly move = async (todo: Todo, by: -1 | 1): Promise<void> => {
    const open = this.open ?? [];
    const to = open.findIndex((other) => other.id === todo.id) + by;
    if (to < 0 || to >= open.length) return;
    const others = open.filter((other) => other.id !== todo.id);
    const after = others[to]?.position ?? (others.at(-1)?.position ?? 0) + 2;
    const before = others[to - 1]?.position ?? after - 2;
    const position = (before + after) / 2;
    if (position > before && position < after) await this.#write(todo.id, { position });
    else
      for (const [at, { id }] of others.toSpliced(to, 0, todo).entries()) await this.#write(id, { position: at + 1 });
  };

  /** Leads to the session that it was made in. */
  readonly showOrigin = (session: string): Promise<void> =>
    this.#app.go({ session, pane: 'conversation', thing: null });

  /** Takes a to-do off the list and offers the way back. */
  readonly remove = async (todo: Todo): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    if (!(await this.#write(todo.id, { deleted_at: dependencies.clock.now() }))) return;
    toasts.tell(words.t('todo.deleted', { title: todo.title }), {
      label: words.t('shell.undo'),
      run: () => void this.#write(todo.id, { deleted_at: null }),
    });
  };

  /** Changes what is stored now, which may be newer than what is shown. */
  #write(id: string, change: Partial<Todo>): Promise<boolean> {
    const { clock, stores } = this.#app.dependencies;
    return saveOrToast(this.#app, async () => {
      const stored = await stores.todos.get(id);
      if (stored) await stores.todos.save({ ...stored, ...change, updated_at: clock.now() });
    });
  }
}
