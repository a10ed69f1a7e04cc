import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { recycleBinStore } from './bin.ts';
import { fileStore } from './file-store.ts';
import { sessionHistory, type SessionHistoryStore } from '../journal/session-history.ts';
import { ScheduledRun } from '../../records/scheduled-run.ts';
import { softDeleteStore, observableQuery } from './soft-delete-store.ts';
import { CalendarEntry } from '../../records/calendar-entry.ts';
import { Note } from '../../records/note.ts';
import { Todo } from '../../records/todo.ts';
import { Template } from '../../plan/template.ts';

type RestOfStores = Pick<Stores, 'todos' | 'entries' | 'notes' | 'scheduledRuns' | 'files' | 'templates' | 'bin'> & {
  record: SessionHistoryStore;
};

/** The stores that the first paint does not need. */
export function deferredStores(database: CairnDatabase): RestOfStores {
  return {
    record: sessionHistory(database),
    todos: todoStore(database),
    entries: entryStore(database),
    notes: noteStore(database),
    scheduledRuns: dueRunStore(database),
    files: fileStore(database),
    templates: templateStore(database),
    bin: recycleBinStore(database),
  };
}

function dueRunStore({ due_runs, rows }: CairnDatabase): Stores['scheduledRuns'] {
  const runRows = softDeleteStore(due_runs, ScheduledRun, rows, () => due_runs.toArray());
  return {
    list: () =>
      observableQuery(async () =>
        (await runRows.all()).sort(
          (a, b) => Number(a.next_at === null) - Number(b.next_at === null) || timeOf(a) - timeOf(b),
        ),
      ),
    save: runRows.put,
    claim: (id, at, change) =>
      due_runs.db.transaction('rw', due_runs, async () => {
        const present = await runRows.get(id);
        if (present?.next_at !== at || !present.active || present.deleted_at !== null) return false;
        await due_runs.put({ ...present, ...change });
        return true;
      }),
    get: runRows.get,
  };
}

const timeOf = ({ next_at }: ScheduledRun) => Date.parse(next_at ?? '1970-01-01');

/** The store of calendar entries, listed in order of their starts. */
function entryStore({ entries, rows }: CairnDatabase): Stores['entries'] {
  const entryRows = softDeleteStore(entries, CalendarEntry, rows, () => entries.orderBy('start').toArray());
  return {
    list: () => observableQuery(entryRows.all),
    save: entryRows.put,
    saveAll: entryRows.putAll,
    get: entryRows.get,
  };
}

function noteStore({ notes, rows }: CairnDatabase): Stores['notes'] {
  const noteRows = softDeleteStore(notes, Note, rows, () => notes.orderBy('updated_at').reverse().toArray());
  return { list: () => observableQuery(noteRows.all), save: noteRows.put, get: noteRows.get };
}

/** The store of to-dos, listed in the person's own order. */
function todoStore({ todos, rows }: CairnDatabase): Stores['todos'] {
  const todoRows = softDeleteStore(todos, Todo, rows, () => todos.orderBy('position').toArray());
  return { list: () => observableQuery(todoRows.all), save: todoRows.put, saveAll: todoRows.putAll, get: todoRows.get };
}

function templateStore({ templates, rows }: CairnDatabase): Stores['templates'] {
  return {
    list: () =>
      observableQuery(async () =>
        rows.many(templates, Template, await templates.orderBy('created_at').reverse().toArray()),
      ),
    save: async (template) => {
      await templates.put(template);
    },
    remove: async (id) => {
      await templates.delete(id);
    },
  };
}
