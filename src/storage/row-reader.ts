import type { StorageError } from '../ports/storage-health.ts';

export interface RowSchema<T> {
  safeParse(row: unknown): { success: true; data: T } | { success: false };
}

interface Source {
  name: string;
  schema: { primKey: { keyPath?: string | string[] | undefined } };
}

/**
 * Validates stored rows. A row that does not match its schema is omitted and reported once; it stays in its table, and
 * a copy is stored in `damaged`.
 */
export class RowReader {
  readonly #reported = new Set<string>();
  readonly #report: (error: StorageError) => void;
  readonly #keep: (row: DamagedRow) => void;

  constructor(report: (error: StorageError) => void, keep: (row: DamagedRow) => void) {
    this.#report = report;
    this.#keep = keep;
  }

  one<T>(source: Source, schema: RowSchema<T>, row: unknown): T | undefined {
    if (row === undefined) return undefined;
    const parsedRow = schema.safeParse(row);
    if (parsedRow.success) return parsedRow.data;
    this.aside(source, row);
    return undefined;
  }

  many<T>(source: Source, schema: RowSchema<T>, rows: readonly unknown[]): T[] {
    return rows.map((row) => this.one(source, schema, row)).filter((row) => row !== undefined);
  }

  /** Stores a copy of a row that is left out because it is unreadable or invalid, and reports the row once. */
  aside(source: Source, row: unknown): void {
    const path = [source.schema.primKey.keyPath ?? []].flat();
    const fields = new Map(Object.entries(row ?? {}));
    const key = path.map((name) => String(fields.get(name))).join('/');
    const place = `${source.name}:${key}`;
    if (this.#reported.has(place)) return;
    this.#reported.add(place);
    this.#keep({ place, table: source.name, key, row });
    this.#report({ code: 'damaged', table: source.name, key });
  }
}

/** A copy of a row that did not match its schema. */
export interface DamagedRow {
  /** Table and key. */
  place: string;
  table: string;
  key: string;
  row: unknown;
}
