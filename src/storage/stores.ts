import { lazily } from '../domain/lazily.ts';
import type { Stores } from '../ports/stores.ts';
import { bin } from './bin.ts';
import type { CairnDatabase } from './database.ts';
import { laterStore } from './later-store.ts';
import { profileStore } from './profile-store.ts';
import { reporting } from './reporting.ts';
import { sessionStore } from './session-store.ts';
import { settingsStore } from './settings-store.ts';

/** Everything that is stored, over one database. */
export function createStores(database: CairnDatabase): Stores {
  const { report } = database;
  const load = lazily(async () => (await import('./rest-of-stores.ts')).restOfStores(database));
  const record = laterStore(async () => (await load()).record, {
    run: 'promise',
    watchRun: 'live',
    journal: 'live',
    entriesOf: 'promise',
    journalFrom: 'live',
    journalBefore: 'promise',
    wholeJournal: 'promise',
  });
  const todos = laterStore(async () => (await load()).todos, {
    list: 'live',
    save: 'promise',
    saveAll: 'promise',
    get: 'promise',
  });
  const entries = laterStore(async () => (await load()).entries, {
    list: 'live',
    save: 'promise',
    saveAll: 'promise',
    get: 'promise',
  });
  const notes = laterStore(async () => (await load()).notes, { list: 'live', save: 'promise', get: 'promise' });
  const dueRuns = laterStore(async () => (await load()).dueRuns, {
    list: 'live',
    save: 'promise',
    claim: 'promise',
    get: 'promise',
  });
  const files = laterStore(async () => (await load()).files, {
    list: 'live',
    page: 'promise',
    get: 'promise',
    watch: 'live',
    own: 'promise',
    add: 'promise',
    rename: 'promise',
    remove: 'promise',
  });
  const templates = laterStore(async () => (await load()).templates, {
    list: 'live',
    save: 'promise',
    remove: 'promise',
  });
  return {
    sessions: reporting({ ...sessionStore(database), ...record }, report),
    todos: reporting(todos, report),
    entries: reporting(entries, report),
    notes: reporting(notes, report),
    dueRuns: reporting(dueRuns, report),
    files: reporting(files, report),
    settings: reporting(settingsStore(database), report),
    profiles: reporting(profileStore(database), report),
    bin: reporting(bin(database), report),
    templates: reporting(templates, report),
  };
}
