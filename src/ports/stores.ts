import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { ScheduledRun } from '../records/scheduled-run.ts';
import type { FileHead, SessionFile } from '../records/session-file.ts';
import type { EntryBody, JournalEntry } from '../task/journal.ts';
import type { Note } from '../records/note.ts';
import type { Profile } from '../records/profile.ts';
import type { Run } from '../task/run.ts';
import type { Session } from '../task/session.ts';
import type { Settings } from '../records/settings.ts';
import type { Template } from '../plan/template.ts';
import type { Todo } from '../records/todo.ts';
import type { UsageTotals } from '../task/usage.ts';
import type { Observable } from './observable.ts';

/** A session's task as it was at line `seq` of its journal. */
export interface Moment {
  seq: number;
  at: string;
  run: Run;
}

/** The kinds of things, besides sessions, that are removed one by one. */
export type BinKind = 'todos' | 'entries' | 'notes' | 'files';
export interface BinPlace {
  kind: BinKind;
  id: string;
}
/** A thing that was removed, with the session to which it belongs, if any. */
export interface BinThing extends BinPlace {
  title: string;
  deleted_at: string;
  session_id: string | null;
}

/** All stored data, as the page reads it. Removed rows are left out of every list. */
export interface Stores {
  sessions: {
    /** Newest first, at most `limit`. */
    list(limit: number): Observable<Session[]>;
    /** Sessions from position `from` on, read once. */
    page(from: number, limit: number): Promise<Session[]>;
    get(id: string): Promise<Session | undefined>;
    create(session: Session): Promise<void>;
    rename(id: string, title: string): Promise<void>;
    /** Marks a session removed (or restores it, with null); nothing is destroyed. */
    remove(id: string, at: string | null): Promise<void>;
    /** Removed sessions that can still be restored, the latest removed first. */
    removed(): Observable<Session[]>;
    /**
     * Copies a session as it was at line `seq` of its journal, under a new id. False where nothing of it can be read.
     */
    fork(from: string, seq: number, session: Session): Promise<boolean>;
    /** The latest task of a session, or the one at line `seq` of the journal; null where there was none. */
    run(sessionId: string, seq?: number): Promise<Run | null>;
    /**
     * The task at line `seq` of the journal, or the nearest stored state before (-1) or after (1) it; null where there
     * is none.
     */
    moment(sessionId: string, seq: number, towards: -1 | 0 | 1): Promise<Moment | null>;
    /** The usage of a session's model calls. */
    used(id: string): Observable<UsageTotals>;
    /** The usage of all sessions, including removed ones that can still be restored. */
    usedInAll(): Promise<UsageTotals>;
    watchRun(sessionId: string): Observable<Run | null>;
    /** The last `limit` journal entries of a session, oldest first. */
    journal(sessionId: string, limit: number): Observable<JournalEntry[]>;
    /** The entries of one kind after line `after`, oldest first, at most `limit`. */
    entriesOf(sessionId: string, type: EntryBody['type'], after: number, limit: number): Promise<JournalEntry[]>;
    /** The entries from line `from` on, oldest first. */
    journalFrom(sessionId: string, from: number): Observable<JournalEntry[]>;
    /** At most `limit` of the entries just before line `before`, oldest first. */
    journalBefore(sessionId: string, before: number, limit: number): Promise<JournalEntry[]>;
    /** All entries, for export. */
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
    /** The next to start first; those without a next time last. */
    list(): Observable<ScheduledRun[]>;
    save(scheduledRun: ScheduledRun): Promise<void>;
    /**
     * Moves a run on from the time `at`; false, with nothing changed, where this has been done before, in whatever tab.
     */
    claim(id: string, at: string, change: Pick<ScheduledRun, 'next_at' | 'started' | 'watch'>): Promise<boolean>;
    get(id: string): Promise<ScheduledRun | undefined>;
  };
  files: {
    /** The session's files, without their content. */
    list(sessionId: string): Observable<FileHead[]>;
    get(id: string): Promise<SessionFile | undefined>;
    /**
     * Files of all sessions after the id `after` (null: from the first), in order of id, without their content; removed
     * ones included.
     */
    page(after: string | null, limit: number): Promise<FileHead[]>;
    /** A file now and after each change; undefined while it does not exist or is removed. */
    watch(id: string): Observable<SessionFile | undefined>;
    /** The person's own files of a session with their content: written or added ones. */
    own(sessionId: string): Promise<SessionFile[]>;
    /** Stores a new file, under the next free name where its own is taken. Returns the file as stored. */
    add(file: SessionFile): Promise<SessionFile>;
    /**
     * Renames a file to this name or the next free one like it, and returns the new name; null where there is no such
     * file.
     */
    rename(id: string, name: string): Promise<string | null>;
    /** Replaces the text of a file, unless it is no longer `before`; whether it did. */
    rewrite(id: string, before: string, content: string): Promise<boolean>;
    /** Marks a file and its extracted text removed (or restores them, with null); nothing is destroyed. */
    remove(id: string, at: string | null): Promise<void>;
  };
  settings: {
    get(): Promise<Settings>;
    watch(): Observable<Settings>;
    /**
     * Changes the settings as stored at that moment, so that no concurrent change is lost, in whichever tab. Returns
     * all settings.
     */
    change(by: (settings: Settings) => Settings): Promise<Settings>;
  };
  profiles: {
    list(): Observable<Profile[]>;
    get(id: string): Promise<Profile | undefined>;
    save(profile: Profile): Promise<void>;
    /** Removes a profile permanently. */
    remove(id: string): Promise<void>;
  };
  /** What was removed: to be restored, or deleted permanently. */
  bin: {
    /** Removed things that can still be restored, the latest removed first; files of removed sessions aside. */
    things(): Observable<BinThing[]>;
    /**
     * Restores a thing at the time `at`, a file under the next free name where its own is taken. False, with nothing
     * changed, where it is not removed (any more).
     */
    restore(thing: BinPlace, at: string): Promise<boolean>;
    /** Destroys one removed thing. False, with nothing destroyed, where it is not removed (any more). */
    destroyThing(thing: BinPlace): Promise<boolean>;
    /** Destroys all that was removed before `before` (ISO). */
    empty(before: string): Promise<void>;
    /**
     * Destroys one removed session with all that belongs to it. False, with nothing destroyed, where it is not removed
     * (any more).
     */
    destroy(sessionId: string): Promise<boolean>;
  };
  templates: {
    /** The person's own templates, newest first. */
    list(): Observable<Template[]>;
    save(template: Template): Promise<void>;
    /** Removes a template permanently; saving it again restores it. */
    remove(id: string): Promise<void>;
  };
}
