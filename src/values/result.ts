/** What a function that can fail returns: its value, or what went wrong. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };
