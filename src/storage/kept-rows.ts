import type { Table } from 'dexie';
import type { RowReader, RowSchema } from './row-reader.ts';

interface KeptRows<T> {
  get: (id: string) => Promise<T | undefined>;
  all: () => Promise<T[]>;
  put: (row: T) => Promise<void>;
  /** All of them or none. */
  putAll: (rows: readonly T[]) => Promise<void>;
}

/** Rows of one kind, read through their schema; `all` is in the order of `list`, without those that are marked removed. */
export function keptRows<T extends { deleted_at: string | null }>(
  table: Table<T, string>,
  schema: RowSchema<T>,
  reader: RowReader,
  list: () => PromiseLike<readonly unknown[]>,
): KeptRows<T> {
  return {
    get: async (id) => reader.one(table, schema, await table.get(id)),
    all: async () => reader.many(table, schema, await list()).filter(({ deleted_at }) => deleted_at === null),
    put: async (row) => {
      await table.put(row);
    },
    putAll: (all) =>
      table.db.transaction('rw', table, async () => {
        await table.bulkPut([...all]);
      }),
  };
}
