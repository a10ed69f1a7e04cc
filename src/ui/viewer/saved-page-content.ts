import { JournalEntry } from '../../task/journal.ts';
import { Session } from '../../task/session.ts';
import { applyPatch, RunHistoryState } from '../../task/patch.ts';
import { Run } from '../../task/run.ts';
import { SessionFile } from '../../records/session-file.ts';
import type { CitedRecords } from '../sources/cited-answer.svelte.ts';

/** A task's state from journal entry `seq` on. */
interface RunAt {
  seq: number;
  run: Run;
}

/**
 * The content of a session that was saved as a page: the session, its journal, every state of its tasks, its files, and
 * what it read.
 */
export interface SavedPageContent {
  session: Session;
  entries: readonly JournalEntry[];
  runs: readonly RunAt[];
  files: readonly SessionFile[];
  /** The stored texts of what was read, unless they were left out. */
  copies: readonly SessionFile[];
}

/** Parses the lines of a saved page; unreadable rows are left out. Throws if there is no session. */
export function parseSavedSession(lines: string): SavedPageContent {
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { table?: string; row?: unknown });
  const of = (table: string) => rows.filter((each) => each.table === table).map(({ row }) => row);
  const entries = of('journal').flatMap((row) => read(JournalEntry, row));
  const contents = new Map(of('contents').map((row) => [(row as { id: string }).id, row as { content: string }]));
  const files = of('files').flatMap((row) =>
    read(SessionFile, { ...(row as object), ...contents.get((row as { id: string }).id) }),
  );
  const [session] = of('sessions').flatMap((row) => read(Session, row));
  if (!session) throw new Error('The page holds no session.');
  return {
    session,
    entries: entries.sort((a, b) => a.seq - b.seq),
    runs: states(of('versions').flatMap((row) => read(RunHistoryState, row))),
    files: files.filter(({ kind, deleted_at }) => kind === 'file' && deleted_at === null),
    copies: files.filter(({ kind }) => kind !== 'file'),
  };
}

/** Returns the parts of a saved page from which an answer finds its sources. */
export function citedRecordsOf({ entries, copies }: SavedPageContent): CitedRecords {
  return {
    sessions: {
      entriesOf: async (_, type, after) => entries.filter(({ seq, body }) => seq > after && body.type === type),
    },
    files: { get: async (id) => copies.find((file) => file.id === id) },
  };
}

/** Returns all states, each computed from the one before it. */
function states(versions: readonly RunHistoryState[]): RunAt[] {
  const whole: RunAt[] = [];
  let now: unknown = null;
  for (const { seq, change } of [...versions].sort((a, b) => a.n - b.n)) {
    now = 'run' in change ? change.run : applyPatch(now, change.patch);
    for (const run of read(Run, now)) whole.push({ seq, run });
  }
  return whole;
}

function read<T>(schema: { safeParse(row: unknown): { success: boolean; data?: T } }, row: unknown): T[] {
  const { success, data } = schema.safeParse(row);
  return success && data !== undefined ? [data] : [];
}
