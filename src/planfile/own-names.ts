import type { Mending } from './mending.ts';
import type { Place } from './place.ts';

export type Draft = Record<string, unknown>;

/** The fields of one object of a file under our own names; what has no place in a plan is left out and noted. */
export function ownNames(
  raw: object,
  place: Place,
  fields: readonly string[],
  names: Readonly<Record<string, string>>,
  mending: Mending,
): Draft {
  const given = new Map<string, unknown>(Object.entries(raw));
  const draft: Draft = {};
  for (const field of fields) {
    const name = names[field];
    const spelt = name !== undefined && given.has(name) ? name : field;
    if (given.has(spelt)) draft[field] = given.get(spelt);
    given.delete(spelt);
  }
  for (const [key, value] of given)
    if (!mending.shape.ignored.includes(key)) mending.note('unknown_field', [...place, key], value);
  return draft;
}
