import { readRows } from './stored-rows.mjs';

const tables = ['sessions', 'versions', 'journal', 'todos', 'entries', 'notes', 'files', 'contents'];

/** Returns the size in bytes of all rows that a session may write, each as JSON in UTF-8. */
export async function storedBytes(page) {
  let bytes = 0;
  for (const table of tables)
    for (const row of await readRows(page, table)) bytes += Buffer.byteLength(JSON.stringify(row));
  return bytes;
}
