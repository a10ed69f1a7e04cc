import type { CallDescription } from '../task/approval.ts';
import { describeCallFromInput, type RowReference, callDescriptionWithRowDetails } from '../task/call-details.ts';
import type { ToolStores } from '../ports/journal.ts';
import type { Note } from '../records/note.ts';
import type { FailureCause } from '../task/tool-result.ts';
import { findFile } from './files/find-file.ts';
import { missingRowFailures, rowsWithTitle } from './find-row.ts';

/** Returns a description of a call, with the facts in the stores about the row that it names. */
export async function loadCallDescription(tool: string, input: unknown, stores: ToolStores): Promise<CallDescription> {
  const { about, row } = describeCallFromInput(tool, input);
  const [only, ...others] = row ? await rowsOf(row, stores) : [];
  return callDescriptionWithRowDetails(about, others.length === 0 ? only : undefined);
}

/**
 * Returns which row is missing if a call names one that is not in the stores, or is deleted there; null if it names
 * none, or if several have its title.
 */
export async function missingRow(tool: string, input: unknown, stores: ToolStores): Promise<FailureCause | null> {
  const { row } = describeCallFromInput(tool, input);
  const isMissing =
    row !== null && (await rowsOf(row, stores)).every(({ deleted_at: deletedAt }) => deletedAt !== null);
  return isMissing ? { failure: missingRowFailures[row.store], name: row.name ?? '' } : null;
}

/** The rows that a call names: the one with the id, else all with the title, or the newest file of the name. */
async function rowsOf({ store, id, name }: RowReference, stores: ToolStores): Promise<{ deleted_at: string | null }[]> {
  const rowById = id === undefined ? undefined : await stores[store].get(id);
  if (rowById) return [rowById];
  if (name === undefined) return [];
  if (store !== 'files') return rowsWithTitle<Pick<Note, 'title' | 'deleted_at'>>(await stores[store].all(), name);
  return [findFile(await stores.files.all(), name)].filter((file) => file !== undefined);
}
