import type { CallAbout } from '../task/approval.ts';
import { callAbout, type NamedRow, withRowDetails } from '../task/call-about.ts';
import type { ToolStores } from '../ports/journal.ts';
import { findFile } from './files/find-file.ts';

/** Returns a description of a call, with the facts in the stores about the row that it names. */
export async function describedCall(tool: string, input: unknown, stores: ToolStores): Promise<CallAbout> {
  const { about, row } = callAbout(tool, input);
  return row ? withRowDetails(about, await rowOf(row, stores)) : about;
}

async function rowOf({ store, id, name }: NamedRow, stores: ToolStores): Promise<object | undefined> {
  const known = id === undefined ? undefined : await stores[store].get(id);
  if (known || name === undefined) return known;
  if (store === 'files') return findFile(await stores.files.all(), name);
  const wanted = name.trim().toLowerCase();
  return (await stores[store].all()).find(({ title }) => title.trim().toLowerCase() === wanted);
}
