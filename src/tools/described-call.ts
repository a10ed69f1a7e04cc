import type { CallDescription } from '../task/approval.ts';
import { callDetails, type RowReference, callAboutWithRowDetails } from '../task/call-details.ts';
import type { ToolStores } from '../ports/journal.ts';
import type { FailureCause } from '../task/tool-result.ts';
import { findFile } from './files/find-file.ts';
import { rowsWithTitle } from './find-row.ts';

/** Returns a description of a call, with the facts in the stores about the row that it names. */
export async function loadCallAbout(tool: string, input: unknown, stores: ToolStores): Promise<CallDescription> {
  const { about, row } = callDetails(tool, input);
  return row ? callAboutWithRowDetails(about, await rowOf(row, stores)) : about;
}

const missing = {
  todos: 'missing_todo',
  entries: 'missing_entry',
  notes: 'missing_note',
  files: 'missing_file',
} as const satisfies Record<RowReference['store'], FailureCause['failure']>;

/**
 * Returns which row is missing if a call names one that is not in the stores, or is deleted there; null if it names
 * none, or if several have its title.
 */
export async function missingRow(tool: string, input: unknown, stores: ToolStores): Promise<FailureCause | null> {
  const { row } = callDetails(tool, input);
  return row && (await isMissing(row, stores)) ? { failure: missing[row.store], name: row.name ?? '' } : null;
}

async function isMissing({ store, id, name }: RowReference, stores: ToolStores): Promise<boolean> {
  const known: { deleted_at: string | null } | undefined = id === undefined ? undefined : await stores[store].get(id);
  if (known) return known.deleted_at !== null;
  if (name === undefined) return id !== undefined;
  if (store === 'files') return findFile(await stores.files.all(), name) === undefined;
  return rowsWithTitle<{ title: string }>(await stores[store].all(), name).length === 0;
}

async function rowOf({ store, id, name }: RowReference, stores: ToolStores): Promise<object | undefined> {
  const known = id === undefined ? undefined : await stores[store].get(id);
  if (known || name === undefined) return known;
  if (store === 'files') return findFile(await stores.files.all(), name);
  const [row, ...others] = rowsWithTitle<{ title: string }>(await stores[store].all(), name);
  return others.length === 0 ? row : undefined;
}
