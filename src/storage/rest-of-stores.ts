import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { dueRunStore } from './due-run-store.ts';
import { entryStore } from './entry-store.ts';
import { fileStore } from './file-store.ts';
import { noteStore } from './note-store.ts';
import { sessionRecord, type SessionRecord } from './session-record.ts';
import { templateStore } from './template-store.ts';
import { todoStore } from './todo-store.ts';

export type RestOfStores = Pick<Stores, 'todos' | 'entries' | 'notes' | 'dueRuns' | 'files' | 'templates'> & {
  record: SessionRecord;
};

/** What the first paint does without. */
export function restOfStores(database: CairnDatabase): RestOfStores {
  return {
    record: sessionRecord(database),
    todos: todoStore(database),
    entries: entryStore(database),
    notes: noteStore(database),
    dueRuns: dueRunStore(database),
    files: fileStore(database),
    templates: templateStore(database),
  };
}
