import type { JournalEntry } from '../../task/journal.ts';
import type { WrittenRowRecord } from '../../task/tool-result.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

/** Offers undo for each to-do, calendar entry and note that a tool deletes while the page is open. */
export class UndoDeletionOffers {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #since: string;
  readonly #offered = new Set<string>();

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
    this.#since = app.dependencies.clock.now();
  }

  /** Offers, once each, to undo the deletions among the latest entries of a session's journal. */
  look(entries: readonly JournalEntry[]): void {
    for (const { session_id, seq, at, body } of entries.slice(-50)) {
      if (body.type !== 'tool_result' || at < this.#since) continue;
      const { output, written } = body.result;
      for (const row of written.filter(({ change }) => change === 'deleted')) {
        const place = `${session_id}/${seq}/${row.id}`;
        if (this.#offered.has(place)) continue;
        this.#offered.add(place);
        this.#offer(row, titleOf(output));
      }
    }
  }

  #offer(row: WrittenRowRecord, title: string): void {
    const { toasts, words } = this.#app;
    if (row.store === 'files') return;
    const { [row.store]: said } = {
      todos: words.t('todo.deleted', { title }),
      entries: words.t('schedule.deleted', { title }),
      notes: words.t('memory.deleted', { title }),
    };
    toasts.tell(said, {
      label: words.t('shell.undo'),
      run: () => void saveOrToast(this.#app, () => this.#bringBack(row)),
      restores: row.id,
    });
  }

  async #bringBack({ store, id }: WrittenRowRecord): Promise<void> {
    const { clock, stores } = this.#app.dependencies;
    const back = { deleted_at: null, updated_at: clock.now() };
    if (store === 'todos') {
      const todo = await stores.todos.get(id);
      if (todo) await stores.todos.save({ ...todo, ...back });
    } else if (store === 'notes') {
      const note = await stores.notes.get(id);
      if (note) await stores.notes.save({ ...note, ...back });
    } else {
      const entry = await stores.entries.get(id);
      if (entry) await stores.entries.save({ ...entry, ...back });
    }
  }
}

function titleOf(output: unknown): string {
  const sound = typeof output === 'object' && output !== null && 'title' in output && typeof output.title === 'string';
  return sound ? (output as { title: string }).title : '';
}
