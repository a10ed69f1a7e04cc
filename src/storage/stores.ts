import type { Stores } from '../ports/stores.ts';
import { bin } from './bin.ts';
import type { CairnDatabase } from './database.ts';
import { dueRunStore } from './due-run-store.ts';
import { entryStore } from './entry-store.ts';
import { fileStore } from './file-store.ts';
import { noteStore } from './note-store.ts';
import { profileStore } from './profile-store.ts';
import { reporting } from './reporting.ts';
import { sessionStore } from './session-store.ts';
import { settingsStore } from './settings-store.ts';
import { templateStore } from './template-store.ts';
import { todoStore } from './todo-store.ts';

/** Everything that is stored, over one database. */
export function createStores(database: CairnDatabase): Stores {
  const { report } = database;
  return {
    sessions: reporting(sessionStore(database), report),
    todos: reporting(todoStore(database), report),
    entries: reporting(entryStore(database), report),
    notes: reporting(noteStore(database), report),
    dueRuns: reporting(dueRunStore(database), report),
    files: reporting(fileStore(database), report),
    settings: reporting(settingsStore(database), report),
    profiles: reporting(profileStore(database), report),
    bin: reporting(bin(database), report),
    templates: reporting(templateStore(database), report),
  };
}
