import type { CallDescription } from '../task/approval.ts';
import { callDetails, type RowReference, callAboutWithRowDetails } from '../task/call-details.ts';
import type { ToolStores } from '../ports/journal.ts';
import { findFile } from './files/find-file.ts';
import { rowsWithTitle } from './find-row.ts';

/** Returns a description of a call, with the facts in the stores about the row that it names. */
export async function loadCallAbout(tool: string, input: unknown, stores: ToolStores): Promise<CallDescription> {
  const { about, row } = callDetails(tool, input);
  return row ? callAboutWithRowDetails(about, await rowOf(row, stores)) : about;
}

/**
 * True if a call names a row that is not in the stores, or is deleted there; false if it names none, or if several have
 * its title.
 */
export async function isRowMissing(tool: string, input: unknown, stores: ToolStores): Promise<boolean> {
  const { row } = callDetails(tool, input);
  if (!row || (row.id === undefined && row.name === undefined)) return false;
  const known: { deleted_at: string | null } | undefined =
    row.id === undefined ? undefined : await stores[row.store].get(row.id);
  if (known) return known.deleted_at !== null;
  if (row.name === undefined) return true;
  if (row.store === 'files') return findFile(await stores.files.all(), row.name) === undefined;
  return rowsWithTitle<{ title: string }>(await stores[row.store].all(), row.name).length === 0;
}

async function rowOf({ store, id, name }: RowReference, stores: ToolStores): Promise<object | undefined> {
  const known = id === undefined ? undefined : await stores[store].get(id);
  if (known || name === undefined) return known;
  if (store === 'files') return findFile(await stores.files.all(), name);
  const [row, ...others] = rowsWithTitle<{ title: string }>(await stores[store].all(), name);
  return others.length === 0 ? row : undefined;
}
