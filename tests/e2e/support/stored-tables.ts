import type { Page } from '@playwright/test';

export type Row = Record<string, unknown>;

export interface Recorded extends Row {
  step_id: string | null;
  effect?: string;
  intent?: string;
  body: Row & { type: string };
}

/** The tables as they are stored; one that this version of the database does not have is left out. */
export type Tables = Record<string, Row[]> & { journal: Recorded[] };

/** Reads all of the database of the page it runs in, past the app. */
export const readTables = async (): Promise<Tables> => {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The database could not be read.'));
    });
  const database = await answer(indexedDB.open('cairn'));
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  const rows = await Promise.all(names.map((name) => answer(transaction.objectStore(name).getAll())));
  database.close();
  return Object.fromEntries(names.map((name, at) => [name, rows[at] ?? []])) as Tables;
};

export function storedTables(page: Page): Promise<Tables> {
  return page.evaluate(readTables);
}

/** The same, of one session; file contents are taken as they are. */
export async function sessionTables(page: Page, session: string): Promise<Tables> {
  const tables = Object.entries(await storedTables(page));
  const own = (row: Row) => row.session_id === undefined || row.session_id === session;
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.filter(own)])) as Tables;
}
