/** The result of a function that can fail: its value or its error. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };
