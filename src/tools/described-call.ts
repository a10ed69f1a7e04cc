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

async function rowOf({ store, id, name }: RowReference, stores: ToolStores): Promise<object | undefined> {
  const known = id === undefined ? undefined : await stores[store].get(id);
  if (known || name === undefined) return known;
  if (store === 'files') return findFile(await stores.files.all(), name);
  const [row, ...others] = rowsWithTitle<{ title: string }>(await stores[store].all(), name);
  return others.length === 0 ? row : undefined;
}
