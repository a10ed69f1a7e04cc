/** A row whose content differs from what a tool claims to have written; `store` is null if the record does not say. */
interface WrittenRow {
  store: string | null;
  name: string;
}

/** The rows named in a recorded mismatch, such as `todos: Milk; files: list.md`. */
export function parseMismatchRows(mismatch: string): WrittenRow[] {
  if (mismatch === '') return [];
  return mismatch.split(/; (?=(?:todos|entries|files|notes): )/).map((row) => {
    const [, store = null, name = row] = /^(todos|entries|files|notes): ([\s\S]*)$/.exec(row) ?? [];
    return { store, name };
  });
}
