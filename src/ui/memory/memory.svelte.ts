import { type Note, noteTitle, normalizedTags } from '../../records/note.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

/** A note as the form edits it: all tags are one text. */
export interface NoteDraft {
  title: string;
  text: string;
  tags: string;
}

/** The notes kept across sessions, as the person sees and edits them; null until they are read. */
export class NotesView {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #notes: ObservableState<readonly Note[] | null>;
  query = $state('');
  /** The notes that contain all typed words, the latest changed first. */
  readonly shown = $derived.by(() => {
    const searchWords = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all?.filter((note) => searchWords.every((word) => textOf(note).includes(word))) ?? null;
  });

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
    this.#notes = new ObservableState<readonly Note[] | null>(app.dependencies.stores.notes.list(), null);
  }

  get all(): readonly Note[] | null {
    return this.#notes.current;
  }

  get unreadable(): boolean {
    return this.#notes.fault !== null;
  }

  /** Stores a new or changed note. Returns false if it is empty or cannot be stored. */
  readonly save = async (draft: NoteDraft, id: string | null): Promise<boolean> => {
    const text = draft.text.trim();
    const title = draft.title.trim().slice(0, 200) || noteTitle(text);
    if (title === '') return false;
    const change = { title, text, tags: normalizedTags(draft.tags.split(/[,，、;；]/)) };
    if (id !== null) return this.#write(id, change);
    const { clock, stores } = this.#app.dependencies;
    const createdAt = clock.now();
    const note: Note = {
      id: clock.newId('note'),
      ...change,
      foreign: false,
      session_id: null,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    };
    return saveOrToast(this.#app, () => stores.notes.save(note));
  };

  /** Deletes a note and offers undo. */
  readonly remove = async (note: Note): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    if (!(await this.#write(note.id, { deleted_at: dependencies.clock.now() }))) return;
    toasts.tell(words.t('memory.deleted', { title: note.title }), {
      label: words.t('shell.undo'),
      run: () => void this.#write(note.id, { deleted_at: null }),
      restores: note.id,
    });
  };

  #write(id: string, change: Partial<Note>): Promise<boolean> {
    const { clock, stores } = this.#app.dependencies;
    return saveOrToast(this.#app, async () => {
      const storedNote = await stores.notes.get(id);
      if (storedNote) await stores.notes.save({ ...storedNote, ...change, updated_at: clock.now() });
    });
  }
}

const textOf = ({ title, text, tags }: Note) => [title, text, ...tags.map((tag) => `#${tag}`)].join('\n').toLowerCase();
