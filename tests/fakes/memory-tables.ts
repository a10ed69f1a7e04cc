import type { CalendarEntry } from '../../src/records/calendar-entry.ts';
import type { JournalEntry } from '../../src/task/journal.ts';
import type { Note } from '../../src/records/note.ts';
import type { Run } from '../../src/task/run.ts';
import type { Session } from '../../src/task/session.ts';
import type { SessionFile } from '../../src/records/session-file.ts';
import type { Todo } from '../../src/records/todo.ts';

/** The stored rows by table, each in the order in which they were first stored. */
export class MemoryTables {
  sessions = new Map<string, Session>();
  runs = new Map<string, Run>();
  journal: JournalEntry[] = [];
  todos = new Map<string, Todo>();
  entries = new Map<string, CalendarEntry>();
  notes = new Map<string, Note>();
  files = new Map<string, SessionFile>();
  /** The epoch of the journal that may write, by session. */
  epochs = new Map<string, number>();

  copy(): MemoryTables {
    const copy = new MemoryTables();
    copy.sessions = new Map(this.sessions);
    copy.runs = new Map(this.runs);
    copy.journal = [...this.journal];
    copy.todos = new Map(this.todos);
    copy.entries = new Map(this.entries);
    copy.notes = new Map(this.notes);
    copy.files = new Map(this.files);
    copy.epochs = new Map(this.epochs);
    return copy;
  }
}
