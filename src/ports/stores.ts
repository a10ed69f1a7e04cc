import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { ScheduledRun } from '../records/scheduled-run.ts';
import type { FileMetadata, SessionFile } from '../records/session-file.ts';
import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import type { Note } from '../records/note.ts';
import type { Profile } from '../records/profile.ts';
import type { Run } from '../task/run.ts';
import type { Session } from '../task/session.ts';
import type { Settings } from '../records/settings.ts';
import type { Template } from '../plan/template.ts';
import type { Todo } from '../records/todo.ts';
import type { UsageTotals } from '../task/usage.ts';
import type { Observable } from './observable.ts';

/** A session's task as it was at entry `seq` of the session's journal. */
export interface RunAtJournalEntry {
  seq: number;
  at: string;
  run: Run;
}

/** The kinds of records, besides sessions, that can be removed one by one. */
export type BinKind = 'todos' | 'entries' | 'notes' | 'files';
/** Identifies a record that has been moved to the bin. */
export interface RemovedRecordRef {
  kind: BinKind;
  id: string;
}
/** A removed record, with its session if it has one. */
export interface BinItem extends RemovedRecordRef {
  title: string;
  deleted_at: string;
  session_id: string | null;
}

/** All stored data as the page reads it. Removed rows are left out of every list. */
export interface Stores {
  sessions: {
    /** Newest first, at most `limit`, and after them the session `also` if it is not among them. */
    list(limit: number, also?: string): Observable<Session[]>;
    /** Sessions from position `from` on, read once. */
    page(from: number, limit: number): Promise<Session[]>;
    get(id: string): Promise<Session | undefined>;
    create(session: Session): Promise<void>;
    rename(id: string, title: string): Promise<void>;
    /** Marks a session as removed, or restores it with null; destroys nothing. */
    remove(id: string, at: string | null): Promise<void>;
    /** The listed sessions whose plan has not ended, newest first, at most `limit`. */
    unfinished(limit: number): Observable<Session[]>;
    /**
     * The listed sessions last changed at `before` or earlier that wait for the person, newest first, at most `limit`.
     */
    waiting(before: string, limit: number): Observable<Session[]>;
    /** The removed sessions that can still be restored, the latest removed first. */
    removed(): Observable<Session[]>;
    /** Copies a session as of line `seq` of its journal, under a new id; false if nothing of it can be read. */
    fork(from: string, seq: number, session: Session): Promise<boolean>;
    /** A session's latest task, or its task at line `seq` of the journal; null if there was none. */
    run(sessionId: string, seq?: number): Promise<Run | null>;
    /**
     * The task at line `seq` of the journal, or the nearest stored state before (-1) or after (1) it; null if there is
     * none.
     */
    moment(sessionId: string, seq: number, towards: -1 | 0 | 1): Promise<RunAtJournalEntry | null>;
    /** The usage of the session's model calls. */
    used(id: string): Observable<UsageTotals>;
    /** The usage of all sessions except demos, including removed ones that can still be restored. */
    usedInAll(): Promise<UsageTotals>;
    watchRun(sessionId: string): Observable<Run | null>;
    /** The last `limit` journal entries of a session, oldest first. */
    journal(sessionId: string, limit: number): Observable<JournalEntry[]>;
    /** The entries of one kind after line `after`, oldest first, at most `limit`. */
    entriesOf(sessionId: string, type: JournalEntryBody['type'], after: number, limit: number): Promise<JournalEntry[]>;
    /** The entries from line `from` on, oldest first. */
    journalFrom(sessionId: string, from: number): Observable<JournalEntry[]>;
    /** At most `limit` of the entries just before line `before`, oldest first. */
    journalBefore(sessionId: string, before: number, limit: number): Promise<JournalEntry[]>;
    /** All entries, for an export. */
    wholeJournal(sessionId: string): Promise<JournalEntry[]>;
  };
  todos: {
    list(): Observable<Todo[]>;
    save(todo: Todo): Promise<void>;
    /** Saves all or none. */
    saveAll(todos: readonly Todo[]): Promise<void>;
    get(id: string): Promise<Todo | undefined>;
  };
  entries: {
    list(): Observable<CalendarEntry[]>;
    save(entry: CalendarEntry): Promise<void>;
    /** Saves all or none. */
    saveAll(entries: readonly CalendarEntry[]): Promise<void>;
    get(id: string): Promise<CalendarEntry | undefined>;
  };
  notes: {
    /** The most recently changed first. */
    list(): Observable<Note[]>;
    save(note: Note): Promise<void>;
    get(id: string): Promise<Note | undefined>;
  };
  scheduledRuns: {
    /** Ordered by their next start; those without one last. */
    list(): Observable<ScheduledRun[]>;
    save(scheduledRun: ScheduledRun): Promise<void>;
    /** Advances a scheduled run past the time `at`; false, with nothing changed, if a tab has already done so. */
    claim(id: string, at: string, change: Pick<ScheduledRun, 'next_at' | 'started' | 'watch'>): Promise<boolean>;
    get(id: string): Promise<ScheduledRun | undefined>;
  };
  files: {
    /** The session's files, without their content. */
    list(sessionId: string): Observable<FileMetadata[]>;
    get(id: string): Promise<SessionFile | undefined>;
    /**
     * Files of all sessions after the id `after` (null: from the first), by id, without content; includes removed ones.
     */
    page(after: string | null, limit: number): Promise<FileMetadata[]>;
    /** The file now and after each change; undefined while it does not exist or is removed. */
    watch(id: string): Observable<SessionFile | undefined>;
    /** The session's files that a tool wrote or the person added, with content. */
    own(sessionId: string): Promise<SessionFile[]>;
    /** Stores a new file, under the next free name if its own is taken; returns the file as stored. */
    add(file: SessionFile): Promise<SessionFile>;
    /**
     * Renames a file to this name or the next free one like it, and returns the new name; null if there is no such
     * file.
     */
    rename(id: string, name: string): Promise<string | null>;
    /** Replaces the text of a file if it is still `before`; true if it did. */
    rewrite(id: string, before: string, content: string): Promise<boolean>;
    /** Marks a file and its extracted text as removed, or restores them with null; destroys nothing. */
    remove(id: string, at: string | null): Promise<void>;
  };
  settings: {
    get(): Promise<Settings>;
    watch(): Observable<Settings>;
    /**
     * Changes the settings as stored at that moment, so that no concurrent change in any tab is lost. Returns all
     * settings.
     */
    change(by: (settings: Settings) => Settings): Promise<Settings>;
  };
  profiles: {
    list(): Observable<Profile[]>;
    get(id: string): Promise<Profile | undefined>;
    save(profile: Profile): Promise<void>;
    /** Deletes a profile permanently. */
    remove(id: string): Promise<void>;
  };
  /** Removed records, which can be restored or deleted permanently. */
  bin: {
    /** The removed records that can still be restored, the latest removed first; without files of removed sessions. */
    things(): Observable<BinItem[]>;
    /**
     * Restores a record at the time `at`, a file under the next free name if its own is taken. False, with nothing
     * changed, if it is not removed (any more).
     */
    restore(thing: RemovedRecordRef, at: string): Promise<boolean>;
    /** Destroys one removed record; false, with nothing destroyed, if it is not removed (any more). */
    destroyThing(thing: RemovedRecordRef): Promise<boolean>;
    /** Destroys everything removed before `before` (ISO). */
    empty(before: string): Promise<void>;
    /**
     * Destroys one removed session with all that belongs to it; false, with nothing destroyed, if it is not removed
     * (any more).
     */
    destroy(sessionId: string): Promise<boolean>;
  };
  templates: {
    /** The person's own templates, newest first. */
    list(): Observable<Template[]>;
    save(template: Template): Promise<void>;
    /** Deletes a template permanently; saving it again restores it. */
    remove(id: string): Promise<void>;
  };
}
