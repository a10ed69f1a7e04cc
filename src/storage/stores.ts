import type { Stores } from '../ports/stores.ts';
import { bin } from './bin.ts';
import type { CairnDatabase } from './database.ts';
import { entryStore } from './entry-store.ts';
import { fileStore } from './file-store.ts';
import { profileStore } from './profile-store.ts';
import { sessionStore } from './session-store.ts';
import { settingsStore } from './settings-store.ts';
import { templateStore } from './template-store.ts';
import { todoStore } from './todo-store.ts';

/** Everything that is stored, over one database. */
export function createStores(database: CairnDatabase): Stores {
  return {
    sessions: sessionStore(database),
    todos: todoStore(database),
    entries: entryStore(database),
    files: fileStore(database),
    settings: settingsStore(database),
    profiles: profileStore(database),
    bin: bin(database),
    templates: templateStore(database),
  };
}
