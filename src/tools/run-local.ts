import { toolError, type ToolResult } from '../task/tool-result.ts';
import type { Rows } from '../ports/journal.ts';
import type { LocalContext } from '../ports/toolbox.ts';

/**
 * Runs a local tool so that all of its changes are written or none. Changes are buffered until it succeeds, so it reads
 * the stores as they were before the call. An error of the tool becomes a failed result; an error of the stores is
 * rethrown, so that the transaction rolls back.
 */
export async function runLocal(
  name: string,
  run: (context: LocalContext) => Promise<ToolResult>,
  context: LocalContext,
): Promise<ToolResult> {
  const changes: (() => Promise<void>)[] = [];
  const storeFaults = new Set<unknown>();
  const held = <T>(rows: Rows<T>): Rows<T> => ({
    get: (id) => watched(rows.get(id)),
    all: () => watched(rows.all()),
    put: async (row) => {
      changes.push(() => rows.put(row));
    },
  });
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      storeFaults.add(error);
      throw error;
    }
  };
  const { todos, entries, notes, files } = context.stores;
  const stores = { todos: held(todos), entries: held(entries), notes: held(notes), files: held(files) };

  let result: ToolResult;
  try {
    result = await run({ ...context, stores });
  } catch (fault) {
    if (storeFaults.has(fault)) throw fault;
    return toolError('failed', `${name} failed and changed nothing: ${reason(fault)}`);
  }
  if (result.ok) for (const change of changes) await change();
  return result;
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);
