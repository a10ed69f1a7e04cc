import type { Draft } from './own-names.ts';

/** Whether a value of a file is an object with fields. */
export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
