import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import type { ScheduledRun } from '../domain/agenda/scheduled-run.ts';
import type { FileHead, SessionFile } from '../domain/files/session-file.ts';
import type { EntryBody, JournalEntry } from '../domain/record/journal.ts';
import type { Note } from '../domain/agenda/note.ts';
import type { Profile } from '../domain/model/profile.ts';
import type { Run } from '../domain/task/run.ts';
import type { Session } from '../domain/record/session.ts';
import type { Settings } from '../domain/settings/settings.ts';
import type { Template } from '../domain/plan/template.ts';
import type { Todo } from '../domain/agenda/todo.ts';
import type { UsageTotals } from '../domain/record/usage.ts';
import type { Live } from './live.ts';

/** A session's task as it was at line `seq` of its record. */
export interface Moment {
  seq: number;
  at: string;
  run: Run;
}

/** Everything that is stored, as the page reads it. Removed rows are left out of every list. */
export interface Stores {
  sessions: {
    /** Newest first, at most `limit`. */
    list(limit: number): Live<Session[]>;
    /** The same from place `from` on, as they are now. */
    page(from: number, limit: number): Promise<Session[]>;
    get(id: string): Promise<Session | undefined>;
    create(session: Session): Promise<void>;
    rename(id: string, title: string): Promise<void>;
    /** Marks it removed (or back, with null); nothing is destroyed. */
    remove(id: string, at: string | null): Promise<void>;
    /** Removed ones that can still be brought back, the latest removed first. */
    removed(): Live<Session[]>;
    /** A copy of a session as it was at line `seq` of its record, under a new id (R12.6). False where nothing can be read of it. */
    fork(from: string, seq: number, session: Session): Promise<boolean>;
    /** The latest task of a session as it is, or as it was at line `seq` of the record (R12.6); null where there was none. */
    run(sessionId: string, seq?: number): Promise<Run | null>;
    /** The task at line `seq` of the record, or the nearest state of it stored before (-1) or after (1) that; null where there is none. */
    moment(sessionId: string, seq: number, towards: -1 | 0 | 1): Promise<Moment | null>;
    /** What its model calls have used (R5.5). */
    used(id: string): Live<UsageTotals>;
    /** What those of all sessions have used, removed ones included as long as they can be brought back. */
    usedInAll(): Promise<UsageTotals>;
    watchRun(sessionId: string): Live<Run | null>;
    /** The last `limit` journal entries of a session, oldest first. */
    journal(sessionId: string, limit: number): Live<JournalEntry[]>;
    /** The entries of one kind after line `after`, oldest first, at most `limit`. */
    entriesOf(sessionId: string, type: EntryBody['type'], after: number, limit: number): Promise<JournalEntry[]>;
    /** Those from line `from` on, oldest first. */
    journalFrom(sessionId: string, from: number): Live<JournalEntry[]>;
    /** At most `limit` of those just before line `before`, oldest first. */
    journalBefore(sessionId: string, before: number, limit: number): Promise<JournalEntry[]>;
    /** All of it, for export. */
    wholeJournal(sessionId: string): Promise<JournalEntry[]>;
  };
  todos: {
    list(): Live<Todo[]>;
    save(todo: Todo): Promise<void>;
    /** All or none. */
    saveAll(todos: readonly Todo[]): Promise<void>;
    get(id: string): Promise<Todo | undefined>;
  };
  entries: {
    list(): Live<CalendarEntry[]>;
    save(entry: CalendarEntry): Promise<void>;
    /** All or none. */
    saveAll(entries: readonly CalendarEntry[]): Promise<void>;
    get(id: string): Promise<CalendarEntry | undefined>;
  };
  notes: {
    /** The latest changed first. */
    list(): Live<Note[]>;
    save(note: Note): Promise<void>;
    get(id: string): Promise<Note | undefined>;
  };
  scheduledRuns: {
    /** The next to start first; those without a next time last. */
    list(): Live<ScheduledRun[]>;
    save(scheduledRun: ScheduledRun): Promise<void>;
    /** Moves it on from the time `at`; false, with nothing changed, where that has been done before, in whatever tab. */
    claim(id: string, at: string, change: Pick<ScheduledRun, 'next_at' | 'started'>): Promise<boolean>;
    get(id: string): Promise<ScheduledRun | undefined>;
  };
  files: {
    /** Without their content. */
    list(sessionId: string): Live<FileHead[]>;
    get(id: string): Promise<SessionFile | undefined>;
    /** Those of all sessions that come after `after` (null: from the first) by their ids, without their content; removed ones too. */
    page(after: string | null, limit: number): Promise<FileHead[]>;
    /** As it is now and becomes; undefined while it is not there or removed. */
    watch(id: string): Live<SessionFile | undefined>;
    /** The person's own files of a session with their content: what was written and added. */
    own(sessionId: string): Promise<SessionFile[]>;
    /** Keeps a new file; where its name is taken, under the next free one. Gives the file as it was kept. */
    add(file: SessionFile): Promise<SessionFile>;
    /** Gives it another name, or the next free one like it, and gives back which; null where there is no such file. */
    rename(id: string, name: string): Promise<string | null>;
    /** Marks it removed (or back, with null), and the text that is kept of it; nothing is destroyed. */
    remove(id: string, at: string | null): Promise<void>;
  };
  settings: {
    get(): Promise<Settings>;
    watch(): Live<Settings>;
    /** Changes what is stored at that moment, so that of two changes at once, in whichever tab, none is lost. Returns the whole. */
    change(by: (settings: Settings) => Settings): Promise<Settings>;
  };
  profiles: {
    list(): Live<Profile[]>;
    get(id: string): Promise<Profile | undefined>;
    save(profile: Profile): Promise<void>;
    /** For good. */
    remove(id: string): Promise<void>;
  };
  /** Destroys for good what was removed. */
  bin: {
    /** All that was removed before `before` (ISO). */
    empty(before: string): Promise<void>;
    /** One removed session with all that belongs to it. False, with nothing destroyed, where it is not removed (any more). */
    destroy(sessionId: string): Promise<boolean>;
  };
  templates: {
    /** The person's own (R2.9), newest first. */
    list(): Live<Template[]>;
    save(template: Template): Promise<void>;
    /** For good; saving it again brings it back. */
    remove(id: string): Promise<void>;
  };
}
