import type { StoredSessionRow } from '../../task/session-rows.ts';
import { addressWithoutSecretKeys } from '../../values/address-keys.ts';
import { isRecord } from '../../values/json.ts';
import { SecretKeyFinder } from '../../values/secret-key-finder.ts';
import type { Backup, BackupError, BackupProgress } from '../../ports/backup.ts';
import { checkBackup } from './check-backup.ts';
import type { CairnDatabase } from '../database.ts';
import { backupLineCodec, type BackupEnd, type BackupHead, type BackupLine } from './backup-line.ts';
import { backupSeal, isSealedHere } from './backup-seal.ts';
import { restoreBackup } from './restore-backup.ts';
import { sessionKeyRange } from '../journal/session-row.ts';
import { storageErrorOf } from '../storage-error.ts';
import type { IndexableType, Table } from 'dexie';
import { savedTables, type BackupTable } from './read-backup-line.ts';

/**
 * Returns the `Backup` port over a database: it saves and restores. `now` gives the date to write into a backup; `keys`
 * finds the API keys, which are removed wherever they occur, in saving and in restoring.
 */
export function databaseBackup(
  database: CairnDatabase,
  now: () => string,
  keys = async () => new SecretKeyFinder([]),
): Backup {
  return {
    save: async (progress) => {
      try {
        return { ok: true, value: await saveBackup(database, now(), await keys(), progress) };
      } catch (error) {
        return { ok: false, error: faultOf(error) };
      }
    },

    isUnproved: (file) =>
      isSealedHere(database, file).then(
        (isSealed) => !isSealed,
        () => true,
      ),

    /** Progress counts both passes over the file. */
    restore: async (file, progress, isOwn) => {
      const half = (from: number) => (step: BackupProgress) =>
        progress({ done: from * step.total + step.done, total: 2 * step.total });
      try {
        await database.open();
        const check = await checkBackup(database, file, half(0));
        if (!check.ok) return check;
        return {
          ok: true,
          value: await restoreBackup(database, file, { ...check.value, keys: await keys(), isOwn }, half(1)),
        };
      } catch (error) {
        return { ok: false, error: faultOf(error) };
      }
    },

    sessionRows: async (id) => {
      const keyFinder = await keys();
      return (await sessionRows(database, id)).map((row) => keyFinder.cleanValue(row));
    },

    fileOf: (rows) => {
      const head: BackupHead = { cairn_backup: 1, schema: database.verno, created_at: now(), counts: {} };
      const lines = [head, ...rows, { end: rows.length } satisfies BackupEnd];
      return new Blob(lines.map(backupLineCodec.write), { type: 'application/x-ndjson' });
    },

    unreadable: () => database.damaged.count().catch(() => 0),

    saveUnreadable: async () => {
      try {
        const keyFinder = await keys();
        const rows = await database.damaged.toArray();
        return {
          ok: true,
          value: new Blob(
            rows.map((row) => keyFinder.cleanLine(backupLineCodec.write(row))),
            { type: 'application/x-ndjson' },
          ),
        };
      } catch (error) {
        return { ok: false, error: faultOf(error) };
      }
    },
  };
}

async function sessionRows(database: CairnDatabase, id: string): Promise<StoredSessionRow[]> {
  const { versions, journal, files, contents, sessions } = database;
  return database.transaction('r', [versions, journal, files, contents, sessions], async () => {
    const session = await sessions.get(id);
    if (!session) return [];
    const heads = await files.where('session_id').equals(id).toArray();
    const whole = (await contents.bulkGet(heads.map((head) => head.id))).filter((content) => content !== undefined);
    const of = (table: string, storedRows: readonly unknown[]) => storedRows.map((row) => ({ table, row }));
    return [
      ...of(
        'versions',
        await versions
          .where(':id')
          .between(...sessionKeyRange(id))
          .toArray(),
      ),
      ...of(
        'journal',
        await journal
          .where(':id')
          .between(...sessionKeyRange(id))
          .toArray(),
      ),
      ...of('files', heads),
      ...of('contents', whole),
      ...of('sessions', [session]),
    ];
  });
}

function faultOf(error: unknown): BackupError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotReadableError' || name === 'NotFoundError') return { code: 'unreadable' };
  const fault = storageErrorOf(error);
  if (fault.code === 'full') return { code: 'full' };
  return { code: 'refused', detail: 'detail' in fault ? fault.detail : '' };
}

/** The approximate number of bytes that are read at a time. */
const atOnce = 4_000_000;
const usualBytes: Partial<Record<BackupTable, number>> = { versions: 50_000 };
const otherBytes = 4000;
const longestContent = 5_000_000;

/**
 * Returns all rows as stored, readable or not, as lines of JSON: a head, the rows, an end. One transaction reads them
 * all, so that they are consistent; each part of the file moves from memory to a browser-managed blob as soon as it is
 * made.
 */
async function saveBackup(
  database: CairnDatabase,
  at: string,
  secrets: SecretKeyFinder,
  progress: (progress: BackupProgress) => void,
): Promise<Blob> {
  await database.open();
  const { parts, end } = await backupParts(database, at, secrets, progress);
  const content = new Blob(parts);
  const seal = await backupSeal(database, content);
  const last: BackupEnd = { end, ...(seal !== null && { seal }) };
  return new Blob([content, backupLineCodec.write(last)], { type: 'application/x-ndjson' });
}

async function backupParts(
  database: CairnDatabase,
  at: string,
  secrets: SecretKeyFinder,
  progress: (progress: BackupProgress) => void,
): Promise<{ parts: Blob[]; end: number }> {
  const tables = savedTables.map((name) => database.table<unknown>(name));
  return database.transaction('r', tables, async () => {
    const keys: IndexableType[][] = [];
    for (const table of tables) keys.push(await table.toCollection().primaryKeys());
    const total = keys.reduce((sum, { length }) => sum + length, 0);
    const counts = Object.fromEntries(savedTables.map((name, at) => [name, keys[at]?.length ?? 0]));
    const head: BackupHead = { cairn_backup: 1, schema: database.verno, created_at: at, counts };
    const parts = [new Blob([backupLineCodec.write(head)])];
    const sizes = new Map<unknown, number>();
    let done = 0;
    progress({ done, total });
    for (const [nth, name] of savedTables.entries()) {
      const table = tables[nth];
      if (!table) continue;
      const bytes = (key: IndexableType) =>
        name === 'contents' ? (sizes.get(key) ?? longestContent) : (usualBytes[name] ?? otherBytes);
      for (const some of batches(keys[nth] ?? [], bytes)) {
        const lines = await readLines(table, some);
        if (name === 'files') for (const { row } of lines) rememberSize(sizes, row);
        if (name === 'profiles') for (const line of lines) line.row = withoutKeyIn('base_url', line.row);
        if (name === 'settings') for (const line of lines) line.row = withoutOwnSettings(line.row);
        parts.push(new Blob(lines.map((line) => secrets.cleanLine(backupLineCodec.write(line)))));
        done += lines.length;
        progress({ done, total });
      }
    }
    return { parts, end: done };
  });
}

function* batches<Key>(keys: readonly Key[], bytes: (key: Key) => number): Generator<Key[]> {
  let batch: Key[] = [];
  let size = 0;
  for (const key of keys) {
    const more = bytes(key);
    if (batch.length > 0 && size + more > atOnce) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(key);
    size += more;
  }
  if (batch.length > 0) yield batch;
}

async function readLines(table: Table<unknown, IndexableType>, keys: IndexableType[]): Promise<BackupLine[]> {
  if (!table.schema.primKey.keyPath) {
    const rows = await table.bulkGet(keys);
    return rows.map((row, nth) => ({ table: table.name, key: keys[nth] as string, row }));
  }
  const [first = 0, last = first] = [keys[0], keys.at(-1)];
  const rows = await table.where(':id').between(first, last, true, true).toArray();
  return rows.map((row) => ({ table: table.name, row }));
}

/**
 * The settings without those that no backup brings back: the secret of this browser, the sites that are allowed, and
 * keys in addresses of servers.
 */
function withoutOwnSettings(row: unknown): unknown {
  if (!isRecord(row)) return row;
  const { frame_secret: _, ...others } = row;
  const lists = ['allowed_origins', 'allowed_private_origins'].filter((list) => list in row);
  const servers = Array.isArray(row.mcp_servers) && row.mcp_servers.map((server) => withoutKeyIn('url', server));
  return {
    ...{ ...others, ...(servers && { mcp_servers: servers }) },
    ...Object.fromEntries(lists.map((list) => [list, []])),
  };
}

/** A row without the keys that stand in its address, as older versions stored them. */
function withoutKeyIn(field: string, row: unknown): unknown {
  const address = isRecord(row) ? row[field] : null;
  return typeof address === 'string' ? { ...(row as object), [field]: addressWithoutSecretKeys(address).address } : row;
}

function rememberSize(sizes: Map<unknown, number>, row: unknown): void {
  const { id, size } = row as { id: unknown; size?: unknown };
  if (typeof size === 'number') sizes.set(id, size);
}
