import type { BackupLine } from './backup-line.ts';
import type { CairnDatabase } from './database.ts';

type Keys = ReadonlySet<unknown>;

/** Of which sessions and rows the database already has its own. */
export class PresentRows {
  readonly #keys: Record<string, Keys>;

  private constructor(keys: Record<string, Keys>) {
    this.#keys = keys;
  }

  static async read(database: CairnDatabase): Promise<PresentRows> {
    const keys: Record<string, Keys> = {};
    const { sessions, files, contents, todos, entries, settings, profiles, templates, notes, due_runs, damaged } =
      database;
    const tables = [sessions, files, contents, todos, entries, settings, profiles, templates, notes, due_runs, damaged];
    for (const table of tables) keys[table.name] = new Set<unknown>(await table.toCollection().primaryKeys());
    return new PresentRows(keys);
  }

  /** What belongs to a session is here if that session is; `owners` says whose a file is. */
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
      case 'damaged':
        return this.#holds('damaged', place);
      default:
        return this.#holds(table, id);
    }
  }

  #holds(table: string, key: unknown): boolean {
    return this.#keys[table]?.has(key) ?? false;
  }
}
