/** What is wrong with the storage (R12.4): a code and its parameters, worded by the ui. */
export type StorageTrouble =
  /** A newer version of the app has taken over the database: this tab must be reloaded. */
  | { code: 'outdated' }
  /** A tab with an older version of the app holds the database: it must be closed. */
  | { code: 'blocked' }
  /** There is no room left. */
  | { code: 'full' }
  /** The browser gives no access: private mode, evicted, or switched off. */
  | { code: 'unavailable'; detail: string }
  /** A record cannot be read. It is left out, and left where it is. */
  | { code: 'damaged'; table: string; key: string }
  | { code: 'refused'; detail: string };

const unavailable: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
  'SecurityError',
  'UnknownError',
]);

/** Names what made a write fail; Dexie hides the cause of an aborted transaction in `inner`. */
export function troubleOf(error: unknown): StorageTrouble {
  const causes = [error, inner(error), inner(inner(error))].filter((cause) => cause instanceof Error);
  const detail = causes[0]?.message ?? String(error);
  if (causes.some(({ name }) => name === 'QuotaExceededError')) return { code: 'full' };
  if (causes.some(({ name }) => unavailable.has(name))) return { code: 'unavailable', detail };
  return { code: 'refused', detail };
}

function inner(error: unknown): unknown {
  return error instanceof Error && 'inner' in error ? error.inner : undefined;
}
