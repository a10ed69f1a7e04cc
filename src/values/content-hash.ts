import type { Json } from './json.ts';

/** Fields whose change is not a change of the content. */
const passing: ReadonlySet<string> = new Set(['updated_at', 'position']);

/**
 * A short hash of a stored row's content, for detecting changes. The order of keys, the time of the last change and the
 * position in a list do not count. It does not protect against forgery.
 */
export function contentHash(row: object): string {
  const hashedFields = Object.fromEntries(
    Object.entries(row as Record<string, Json>).filter(([key]) => !passing.has(key)),
  );
  return fnv(canonical(hashedFields));
}

function canonical(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]: [string, Json | undefined]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}

/** FNV-1a with two different seeds: 64 bits in total. */
function fnv(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
    second = Math.imul(second ^ text.charCodeAt(index), 0x01000193);
  }
  return [first, second].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
