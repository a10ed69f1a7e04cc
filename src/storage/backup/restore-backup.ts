import { type BackupLine, backupLineCodec } from './backup-line.ts';
import { ScheduledRun } from '../../records/scheduled-run.ts';
import type { CairnDatabase } from '../database.ts';
import { addressWithoutSecretKeys } from '../../values/address-keys.ts';
import type { SecretKeyFinder } from '../../values/secret-key-finder.ts';
import { restorableRowChecks } from '../../records/restored.ts';
import type { Run } from '../../task/run.ts';
import type { RunHistoryState } from '../../task/patch.ts';
import type { Profile } from '../../records/profile.ts';
import { type BackupProgress, type RestoreResult, restoredKinds } from '../../ports/backup.ts';
import type { CheckedBackup } from './check-backup.ts';
import { linesOfFile, readBackupLine } from './read-backup-line.ts';
import { restoredRow, addRestoredVersion } from './restored-rows.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { recycleBinStore } from '../stores/bin.ts';

type Keys = ReadonlySet<unknown>;

interface RestorableBackup extends CheckedBackup {
  keys: SecretKeyFinder;
  /** True if the person wrote what is in it; otherwise its rows are text from outside. */
  isOwn: boolean;
}

/**
 * Returns what the person has chosen of a connection, as one text; not where its key is, and what was found out of it.
 */
function connectionOf(row: unknown): string {
  const { name, provider, base_url, model, api, effort, background } = row as Partial<Profile>;
  const address = base_url === undefined ? base_url : addressWithoutSecretKeys(base_url).address;
  return JSON.stringify([name, provider, address, model, api, effort, background]);
}

/** The keys of the sessions and rows that the database already has. */
class ExistingKeys {
  readonly #keys: Record<string, Keys>;

  private constructor(keys: Record<string, Keys>) {
    this.#keys = keys;
  }

  static async read(database: CairnDatabase): Promise<ExistingKeys> {
    const keys: Record<string, Keys> = {};
    const { sessions, files, contents, todos, entries, settings, profiles, templates, notes, due_runs, damaged } =
      database;
    const tables = [sessions, files, contents, todos, entries, settings, profiles, templates, notes, due_runs, damaged];
    for (const table of tables) keys[table.name] = new Set<unknown>(await table.toCollection().primaryKeys());
    keys.connections = new Set((await profiles.toArray()).map(connectionOf));
    return new ExistingKeys(keys);
  }

  /**
   * True if a row exists already: rows of a session if the session does, and a connection if there is one that a person
   * cannot tell from it. `owners` maps each file to its session.
   */
  has({ table, key, row }: BackupLine, owners: ReadonlyMap<unknown, unknown>): boolean {
    const { id, session_id, place } = row as Record<string, unknown>;
    switch (table) {
      case 'versions':
      case 'journal':
      case 'runs':
        return this.#holds('sessions', session_id);
      case 'files':
        return this.#holds('sessions', session_id) || this.#holds('files', id);
      case 'contents':
        return this.#holds('sessions', owners.get(id)) || this.#holds('contents', id);
      case 'settings':
        return this.#holds('settings', key);
      case 'profiles':
        return this.#holds('profiles', id) || this.#holds('connections', connectionOf(row));
      case 'damaged':
        return this.#holds('damaged', place);
      default:
        return this.#holds(table, id);
    }
  }

  /** True if a file itself exists, not only its session. */
  hasFile(id: unknown): boolean {
    return this.#holds('files', id);
  }

  #holds(table: string, key: unknown): boolean {
    return this.#keys[table]?.has(key) ?? false;
  }
}

/** The tables of records that a session writes and that do not belong to it. */
const ofSessions: ReadonlySet<string> = new Set(['todos', 'entries', 'notes']);
const mostRows = 1000;
const mostLetters = 4_000_000;

/**
 * Adds the rows of a checked backup that the database lacks, one transaction per batch, and the sessions' own rows
 * last, so that no incomplete session is listed. An invalid row is stored in `damaged` and reported; an invalid session
 * with all its rows. Rejects if the storage fails, after removing what was added.
 */
export async function restoreBackup(
  database: CairnDatabase,
  file: Blob,
  backup: RestorableBackup,
  progress: (progress: BackupProgress) => void,
): Promise<RestoreResult> {
  await removePartialRestore(database, backup.sessions);
  try {
    return await new Restoring(database, backup, await ExistingKeys.read(database)).run(file, progress);
  } catch (error) {
    await removePartialRestore(database, backup.sessions).catch(() => undefined);
    throw error;
  }
}

class Restoring {
  readonly #database: CairnDatabase;
  readonly #backup: RestorableBackup;
  readonly #present: ExistingKeys;
  readonly #tasks = new Map<unknown, number>();
  readonly #sessions: BackupLine[] = [];
  readonly #refused = new Set<unknown>();
  readonly #counts: RestoreResult = { restored: {}, kept: {}, leftOut: {}, further: [], waiting: [] };
  #batch: BackupLine[] = [];
  #letters = 0;

  constructor(database: CairnDatabase, backup: RestorableBackup, present: ExistingKeys) {
    this.#database = database;
    this.#backup = backup;
    this.#present = present;
  }

  async run(file: Blob, progress: (progress: BackupProgress) => void): Promise<RestoreResult> {
    const { rows: total, schema, keys } = this.#backup;
    let done = 0;
    for await (const lines of linesOfFile(file)) {
      for (const { text } of lines) {
        const line = readBackupLine(this.#database, schema, backupLineCodec.read(keys.cleanLine(text ?? '')));
        if (!line) continue;
        done += 1;
        this.#take(line, text?.length ?? 0);
        if (this.#batch.length < mostRows && this.#letters < mostLetters) continue;
        await this.#write();
        progress({ done, total });
      }
    }
    await this.#write();
    this.#batch = await this.#rested();
    await this.#write();
    if (this.#refused.size > 0) await removePartialRestore(this.#database, this.#refused);
    progress({ done, total });
    const further = await this.#database.sessions.bulkGet([...this.#backup.further.keys()] as string[]);
    this.#counts.further = further.flatMap((session) => (session ? [session.title] : []));
    return this.#counts;
  }

  #take(line: BackupLine, letters: number): void {
    const { table, row } = line;
    const present = this.#present.has(line, this.#backup.owners);
    if (!present && restorableRowChecks[table]?.(row) === false) {
      this.#database.rows.aside(this.#database.table(table), row);
      if (table === 'sessions') this.#refused.add((row as { id: unknown }).id);
      return;
    }
    const { id, session_id, created_at } = row as { id?: unknown; session_id?: unknown; created_at?: string };
    const lastCommon = this.#backup.further.get(session_id);
    /** What a session wrote after it went on elsewhere is not restored without the session. */
    const isFurther = !present && ofSessions.has(table) && lastCommon !== undefined && (created_at ?? '') > lastCommon;
    const isMissing = present && table === 'files' && !this.#present.hasFile(id);
    if (isFurther || isMissing) this.#count(line, 'leftOut');
    else this.#count(line, present ? 'kept' : 'restored');
    if (present || isFurther) return;
    const waiting = table === 'due_runs' ? ScheduledRun.safeParse(row).data : undefined;
    if (waiting?.active && waiting.deleted_at === null) this.#counts.waiting.push(waiting.id);
    if (table === 'sessions') {
      this.#sessions.push({ ...line, row: restoredRow(line, this.#backup.isOwn) });
      return;
    }
    if (table !== 'runs') this.#batch.push({ ...line, row: restoredRow(line, this.#backup.isOwn) });
    else if (this.#backup.schema < 3) this.#batch.push({ table: 'versions', row: this.#asVersion(row) });
    this.#letters += letters;
  }

  #count({ table, row }: BackupLine, what: 'restored' | 'kept' | 'leftOut'): void {
    const { deleted_at = null, kind: kept } = row as { deleted_at?: unknown; kind?: unknown };
    const restoredKind = restoredKinds.find((each) => each === table);
    const kind =
      restoredKind && deleted_at !== null
        ? 'bin'
        : restoredKind === 'files' && kept === 'artifact'
          ? undefined
          : restoredKind;
    if (kind) this.#counts[what][kind] = (this.#counts[what][kind] ?? 0) + 1;
  }

  /**
   * Returns a task's row from before version 2, when a task was one row, as its first version; the upgrade of the
   * tables does the same.
   */
  #asVersion(row: unknown): RunHistoryState {
    const run = { ...(row as Run & { nth?: number }) };
    delete run.nth;
    const n = (this.#tasks.get(run.session_id) ?? 0) + 1;
    this.#tasks.set(run.session_id, n);
    const seq = this.#backup.lastLines.get(run.id) ?? 0;
    return { session_id: run.session_id, n, seq, base: n, change: { run } };
  }

  /** Returns the rows of the restored sessions themselves, after setting their tasks to wait. */
  async #rested(): Promise<BackupLine[]> {
    const { limits } = await settingsStore(this.#database).get();
    return this.#database.transaction('rw', this.#database.versions, async () => {
      const rested: BackupLine[] = [];
      for (const line of this.#sessions) {
        const row = line.row as { id: string };
        const plan_status = await addRestoredVersion(this.#database, row.id, limits, this.#backup.isOwn);
        rested.push(plan_status === null ? line : { ...line, row: { ...row, plan_status } });
      }
      return rested;
    });
  }

  async #write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#letters = 0;
    const names = [...new Set(batch.map(({ table }) => table))];
    if (names.length === 0) return;
    await this.#database.transaction('rw', names, async () => {
      for (const name of names) {
        const table = this.#database.table<unknown, string>(name);
        const lines = batch.filter((line) => line.table === name);
        const keys = table.schema.primKey.keyPath ? undefined : lines.map(({ key = '' }) => key);
        const rows = lines.map(({ row }) => row);
        await (keys ? table.bulkPut(rows, keys) : table.bulkPut(rows));
      }
    });
  }
}

/** Deletes what an interrupted restore left of the named sessions: rows of a session that was never restored itself. */
async function removePartialRestore(database: CairnDatabase, sessionIds: ReadonlySet<unknown>): Promise<void> {
  const { sessions, versions, journal, files } = database;
  const whole = new Set(await sessions.toCollection().primaryKeys());
  const owners = [
    ...(await versions.toCollection().primaryKeys()).map(([id]) => id),
    ...(await journal.toCollection().primaryKeys()).map(([id]) => id),
    ...(await files.orderBy('session_id').uniqueKeys()).map(String),
  ];
  for (const id of new Set(owners))
    if (sessionIds.has(id) && !whole.has(id)) await recycleBinStore(database).destroy(id);
}
