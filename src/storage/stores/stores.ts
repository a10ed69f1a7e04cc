import { createLazyLoader } from '../../values/lazy-loader.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { profileStore, settingsStore } from './settings-store.ts';
import { sessionStore } from './session-store.ts';
import type { Observable } from '../../ports/observable.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { storageErrorOf } from '../storage-error.ts';

/** All stores of one database. */
export function createStores(database: CairnDatabase): Stores {
  const { report } = database;
  const load = createLazyLoader(async () => (await import('./late-stores.ts')).deferredStores(database));
  const record = laterStore(async () => (await load()).record, {
    run: 'promise',
    watchRun: 'live',
    journal: 'live',
    entriesOf: 'promise',
    journalFrom: 'live',
    journalBefore: 'promise',
    wholeJournal: 'promise',
    unfinished: 'live',
    waiting: 'live',
    usedInAll: 'promise',
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
  const scheduledRuns = laterStore(async () => (await load()).scheduledRuns, {
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
    rewrite: 'promise',
    remove: 'promise',
  });
  const templates = laterStore(async () => (await load()).templates, {
    list: 'live',
    save: 'promise',
    remove: 'promise',
  });
  const bin = laterStore(async () => (await load()).bin, {
    things: 'live',
    restore: 'promise',
    destroyThing: 'promise',
    destroy: 'promise',
    empty: 'promise',
  });
  return {
    sessions: reporting({ ...sessionStore(database), ...record }, report),
    todos: reporting(todos, report),
    entries: reporting(entries, report),
    notes: reporting(notes, report),
    scheduledRuns: reporting(scheduledRuns, report),
    files: reporting(files, report),
    settings: reporting(settingsStore(database), report),
    profiles: reporting(profileStore(database), report),
    bin: reporting(bin, report),
    templates: reporting(templates, report),
  };
}

type Given = readonly never[];
/** The kind of result of each function of a store. */
type Kinds<T> = { [K in keyof T]: T[K] extends (...given: Given) => Observable<unknown> ? 'live' : 'promise' };

/** Returns a store whose code is loaded with its first use. */
function laterStore<T extends object>(load: () => Promise<T>, kinds: Kinds<T>): T {
  const member = async (name: string) => {
    const store = (await load()) as Record<string, (...given: unknown[]) => unknown>;
    return (...callArguments: unknown[]) => store[name]?.(...callArguments);
  };
  const waiting = (name: string, callArguments: unknown[]): Observable<unknown> => ({
    subscribe(next, onError) {
      let isOver = false;
      let end = () => undefined as unknown;
      member(name).then(
        (storeMember) => {
          if (!isOver) end = (storeMember(...callArguments) as Observable<unknown>).subscribe(next, onError);
        },
        (error: unknown) => onError?.(error),
      );
      return () => {
        isOver = true;
        end();
      };
    },
  });
  const members = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind === 'live'
      ? (...callArguments: unknown[]) => waiting(name, callArguments)
      : async (...callArguments: unknown[]) => (await member(name))(...callArguments),
  ]);
  return Object.fromEntries(members) as T;
}

type Failing = (error: unknown) => void;
interface Watched {
  subscribe(next: (value: unknown) => void, failed?: Failing): () => void;
}

/** Returns the same store, which also reports each failed read or write, even if the caller ignores it. */
function reporting<T extends object>(store: T, report: (error: StorageError) => void): T {
  const reportFailure: Failing = (error) => report(storageErrorOf(error));
  const watch = (result: unknown): unknown => {
    if (isPromise(result)) result.then(undefined, reportFailure);
    else if (isWatched(result))
      return {
        subscribe: (next: (value: unknown) => void, alsoFailed?: Failing) =>
          result.subscribe(next, (error) => {
            reportFailure(error);
            alsoFailed?.(error);
          }),
      };
    return result;
  };
  const members = Object.entries(store).map(([name, member]: [string, unknown]) => [
    name,
    isFunction(member) ? (...callArguments: unknown[]) => watch(member(...callArguments)) : member,
  ]);
  return Object.fromEntries(members) as T;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';
const isPromise = (value: unknown): value is Promise<unknown> => isObject(value) && 'then' in value;
const isWatched = (value: unknown): value is Watched => isObject(value) && 'subscribe' in value;
