import { isPastDue, positionOfEditedTodo, todoPositionAmong, type Todo } from '../../records/todo.ts';
import type { parseTypedTodo } from '../../calendar/words/parse-typed-todo.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { announceToScreenReader } from '../kit/screen-reader-announcements.svelte.ts';
import { dueText } from './due-text.ts';

/** The fields of a to-do that the person can change. */
export type TodoChange = Partial<Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>>;

/** The number of to-dos that can be looked through without a filter. */
const mostUnfiltered = 10;

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const wordsIn = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** The to-dos as their pane shows and changes them; the lists are null until they are read. */
export class TodoList {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'go'>;
  readonly #todos: ObservableState<readonly Todo[] | null>;
  /** The to-do whose form is open, as it was then: its row stays where it is, whatever another device or tab does. */
  #held = $state.raw<Todo | null>(null);
  readonly open = $derived.by(() => this.#placed(false));
  readonly done = $derived.by(() => this.#placed(true));
  /** The words that the person filters by. */
  filter = $state('');
  /** True if there are so many to-dos that a filter helps. */
  readonly isLong = $derived.by(() => (this.#todos.current?.length ?? 0) > mostUnfiltered);
  readonly #sought = $derived(this.isLong ? wordsIn(this.filter) : []);
  readonly isFiltered = $derived(this.#sought.length > 0);
  /** The open and the done to-dos that hold every word of the filter. */
  readonly shown = $derived.by(() => ({ open: this.#fitting(this.open), done: this.#fitting(this.done) }));

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'go'>) {
    this.#app = app;
    this.#todos = new ObservableState<readonly Todo[] | null>(app.dependencies.stores.todos.list(), null);
  }

  /** The open or the done to-dos; null until they are read. */
  #placed(done: boolean): readonly Todo[] | null {
    const todos = this.#todos.current;
    const heldTodo = this.#held;
    const placed = todos?.filter((todo) => (todo.id === heldTodo?.id ? heldTodo : todo).done === done) ?? null;
    if (!placed || heldTodo?.done !== done || !this.isDeleted(heldTodo.id)) return placed;
    const next = placed.findIndex(({ position }) => position > heldTodo.position);
    return placed.toSpliced(next < 0 ? placed.length : next, 0, heldTodo);
  }

  /** Holds the row of the to-do whose form is open in its place; null releases it. */
  hold(id: string | null): void {
    const { current } = this.#todos;
    if (id !== (this.#held?.id ?? null)) this.#held = current?.find((todo) => todo.id === id) ?? null;
  }

  /** True if the to-do whose form is open was deleted elsewhere. */
  isDeleted(id: string): boolean {
    return this.#held?.id === id && this.#todos.current?.some((todo) => todo.id === id) === false;
  }

  /** Saves what the form of a to-do holds, which brings it back if it was deleted meanwhile. */
  readonly saveForm = (id: string, change: TodoChange): Promise<boolean> =>
    this.#write(id, { ...change, deleted_at: null });

  #fitting(todos: readonly Todo[] | null): readonly Todo[] {
    return (todos ?? []).filter(({ title, notes, tags }) => {
      const text = plain([title, notes, ...tags.map((tag) => `#${tag}`)].join(' '));
      return this.#sought.every((word) => text.includes(word));
    });
  }

  get unreadable(): boolean {
    return this.#todos.fault !== null;
  }

  /**
   * Adds a to-do at the end of the list, parsed as `/todo` parses it: “Buy bread tomorrow #shopping”. If a date, tags
   * or a priority were recognised, a toast offers the text as typed. Returns false if nothing was typed or it could not
   * be stored.
   */
  readonly add = async (typedText: string): Promise<boolean> => {
    const whole = typedText.trim().slice(0, 500);
    if (!whole) return false;
    const { dependencies, toasts, words } = this.#app;
    const { clock, stores } = dependencies;
    const createdAt = clock.now();
    const id = clock.newId('todo');
    const { repeats, ...read } = await this.#read(whole, createdAt);
    const todo: Todo = {
      id,
      ...read,
      notes: '',
      done: false,
      position: todoPositionAmong(this.#todos.current ?? [], { id, ...read }, clock.zone()),
      session_id: null,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    };
    if (!(await saveOrToast(this.#app, () => stores.todos.save(todo)))) return false;
    this.filter = '';
    const { title, due, priority, tags } = todo;
    const facts = [
      due === null
        ? ''
        : words.t('commands.todo_due', { due: dueText(due, Date.parse(createdAt), clock.zone(), words).text }),
      priority === 'normal' ? '' : words.t(`commands.todo_priority.${priority}`),
      ...tags.map((tag) => `#${tag}`),
    ].filter(Boolean);
    const messageParams = { title, facts: facts.join(words.t('commands.todo_between')) };
    if (due !== null || priority !== 'normal' || tags.length > 0 || title !== whole)
      this.#readable = toasts.tell(
        words.t(
          repeats ? 'todo.added_once' : facts.length > 0 ? 'commands.todo_added_with' : 'commands.todo_added',
          messageParams,
        ),
        {
          label: words.t('todo.as_typed'),
          run: () => void this.change(id, { title: whole, due: null, priority: 'normal', tags: [] }),
        },
      );
    else announceToScreenReader(words.t('announce.todo_added', { title }));
    return true;
  };

  /** The toast that offers to keep the latest to-do as it was typed. */
  #readable = 0;

  /** Returns the parsed text; unparsed if it is only a time, or if the time has passed or cannot be used. */
  async #read(whole: string, now: string): Promise<Exclude<ReturnType<typeof parseTypedTodo>, string>> {
    const plain = { title: whole, due: null, priority: 'normal' as const, tags: [], repeats: false };
    const { clock } = this.#app.dependencies;
    const zone = clock.zone();
    const parsedTodo = await import('../../calendar/words/parse-typed-todo.ts').then(
      (words) => words.parseTypedTodo(whole, now, zone, clock.languages()),
      () => plain,
    );
    if (typeof parsedTodo === 'string') return plain;
    const isPast = parsedTodo.due !== null && isPastDue(parsedTodo.due, Date.parse(now), zone);
    return parsedTodo.title === '' || isPast ? plain : parsedTodo;
  }

  /**
   * Removes the toast that offers to keep a to-do as it was typed: the offer makes no sense while another pane is open.
   */
  readonly close = (): void => this.#app.toasts.dismiss(this.#readable);

  readonly change = (id: string, change: TodoChange): Promise<boolean> => this.#write(id, change);

  /** Toggles a to-do and offers undo, since a swipe may be accidental. */
  readonly swipe = async ({ id, title, done }: Todo): Promise<void> => {
    const { toasts, words } = this.#app;
    if (!(await this.change(id, { done: !done }))) return;
    toasts.tell(words.t(done ? 'todo.was_opened' : 'todo.was_done', { title }), {
      label: words.t('shell.undo'),
      run: () => void this.change(id, { done }),
    });
  };

  /** Moves an open to-do up or down by one position. */
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
      for (const [todoIndex, { id }] of others.toSpliced(to, 0, todo).entries())
        await this.#write(id, { position: todoIndex + 1 });
  };

  /** Opens the session in which the to-do was created. */
  readonly showOrigin = (session: string): Promise<void> =>
    this.#app.go({ session, pane: 'conversation', thing: null });

  /** Deletes a to-do and offers undo. */
  readonly remove = async (todo: Todo): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    if (!(await this.#write(todo.id, { deleted_at: dependencies.clock.now() }))) return;
    toasts.tell(words.t('todo.deleted', { title: todo.title }), {
      label: words.t('shell.undo'),
      run: () => void this.#write(todo.id, { deleted_at: null }),
      restores: todo.id,
    });
  };

  /** Changes the stored to-do, which may be newer than the one shown. */
  #write(id: string, change: Partial<Todo>): Promise<boolean> {
    const { clock, stores } = this.#app.dependencies;
    return saveOrToast(this.#app, async () => {
      const storedTodo = await stores.todos.get(id);
      if (!storedTodo) return;
      const after = { ...storedTodo, ...change };
      const position = positionOfEditedTodo(storedTodo, after, this.#todos.current ?? [], clock.zone());
      await stores.todos.save({ ...after, position, updated_at: clock.now() });
    });
  }
}
