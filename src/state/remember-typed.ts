import type { Note } from '../domain/note.ts';
import { noteTitle } from '../domain/note-title.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { plainMarkdown } from './plain-markdown.ts';
import type { Words } from './words.svelte.ts';

interface Host {
  dependencies: Pick<AppDependencies, 'clock' | 'stores'>;
  words: Words;
}

/** `/memory text`: keeps a note of the person's (R9.9), and says what became of it. */
export async function rememberTyped(text: string, sessionId: string, { dependencies, words }: Host): Promise<string> {
  const { clock, stores } = dependencies;
  const at = clock.now();
  const note: Note = {
    id: clock.newId('note'),
    title: noteTitle(text),
    text: text.trim(),
    tags: [],
    foreign: false,
    session_id: sessionId,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  try {
    await stores.notes.save(note);
  } catch {
    return words.t('panes.not_saved');
  }
  return words.t('memory.remembered', { title: plainMarkdown(note.title) });
}
