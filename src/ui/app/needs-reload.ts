import type { StorageError } from '../../ports/storage-health.ts';

type Ending = Extract<StorageError, { code: 'outdated' | 'gone' | 'unavailable' | 'refused' }>;
const ending: ReadonlySet<StorageError['code']> = new Set<Ending['code']>([
  'outdated',
  'gone',
  'unavailable',
  'refused',
]);

/** True if this tab stores nothing more until it is reloaded. */
export function needsReload(error: StorageError | null): error is Ending {
  return error !== null && ending.has(error.code);
}
