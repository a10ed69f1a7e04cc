import type { StorageError } from '../ports/storage-health.ts';

const unavailable: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
  'SecurityError',
  'UnknownError',
]);

/** Returns the error that made a read or a write fail; Dexie hides the cause of an aborted transaction in `inner`. */
export function storageErrorOf(error: unknown): StorageError {
  const causes = [error, inner(error), inner(inner(error))].filter((cause) => cause instanceof Error);
  const detail = causes[0]?.message ?? String(error);
  if (causes.some(({ name }) => name === 'QuotaExceededError')) return { code: 'full' };
  if (unavailable.has(causes.at(-1)?.name ?? '')) return { code: 'unavailable', detail };
  return { code: 'refused', detail };
}

function inner(error: unknown): unknown {
  return error instanceof Error && 'inner' in error ? error.inner : undefined;
}
