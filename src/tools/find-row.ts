import type { Result } from '../values/result.ts';
import type { RowReference } from '../task/call-details.ts';
import { toolError, type FailureCause, type ToolResult } from '../task/tool-result.ts';

interface Row {
  id: string;
  title: string;
  deleted_at: string | null;
}

interface Wanted {
  action: string;
  id?: string | undefined;
  title?: string | undefined;
}

/** The failure of a call that names a row that is not there, by store. */
export const missingRowFailures = {
  todos: 'missing_todo',
  entries: 'missing_entry',
  notes: 'missing_note',
  files: 'missing_file',
} as const satisfies Record<RowReference['store'], FailureCause['failure']>;

const kinds = { todos: 'to-do', entries: 'calendar entry', notes: 'note' } as const;

/**
 * Returns the row that a call refers to: by its id (`rowById` is the store's row for it), else by its exact title if
 * only one row has it; the title of an `update` may be new, so it does not identify a row beside an id. For `delete`
 * the title, if given, must match the row: the person approved that title.
 */
export function findRow<T extends Row>(
  store: keyof typeof kinds,
  rows: readonly T[],
  rowById: T | undefined,
  { action, id, title }: Wanted,
): Result<T, ToolResult> {
  const kind = kinds[store];
  const fail = (
    code: 'not_found' | 'conflict',
    text: string,
    name?: string,
    failure: FailureCause['failure'] = missingRowFailures[store],
  ) => ({ ok: false as const, error: toolError(code, text, name === undefined ? {} : { cause: { failure, name } }) });
  const titled = rowsWithTitle(rows, title ?? '');
  if (id && !rowById && (action === 'update' || titled.length === 0))
    return fail('not_found', `There is no ${kind} with the id “${id}”. The action list shows the ids.`, title ?? '');
  if (rowById) {
    if (rowById.deleted_at !== null)
      return fail('not_found', `The ${kind} “${rowById.title}” (id ${id}) was deleted.`, rowById.title);
    if (action === 'delete' && title && rowsWithTitle([rowById], title).length === 0)
      return fail(
        'conflict',
        `Nothing was deleted: the ${kind} ${id} is “${rowById.title}”, not “${title}”.`,
        rowById.title,
        'other_title',
      );
    return { ok: true, value: rowById };
  }
  const [first, ...others] = titled;
  if (!first)
    return fail(
      'not_found',
      `There is no ${kind} with the title “${title ?? ''}”. The action list shows all.`,
      title ?? '',
    );
  if (others.length === 0) return { ok: true, value: first };
  const ids = [first, ...others].map((row) => row.id).join(', ');
  return fail('conflict', `Several have the title “${first.title}”: give the id of one of ${ids}.`);
}

/** Returns the rows with this title; case and spaces around it do not count. */
export function rowsWithTitle<T extends Pick<Row, 'title'>>(rows: readonly T[], title: string): T[] {
  const plain = (text: string) => text.trim().toLowerCase();
  return rows.filter((row) => plain(row.title) === plain(title));
}

interface Rows {
  get(id: string): Promise<{ title: string } | undefined>;
}

/** Describes a change for the person: the row's title and its new values. */
export async function rowChangeText(input: { id?: string | undefined; action: string }, rows: Rows): Promise<string> {
  const { id = '' } = input;
  const row = await rows.get(id);
  const lines = Object.entries(input).filter(
    ([field, value]) => field !== 'id' && field !== 'action' && value !== undefined,
  );
  const fieldLines = lines.map(
    ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [row ? `“${row.title}”` : id, ...fieldLines].join('\n');
}
