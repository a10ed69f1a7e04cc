import type { Mending } from './mending.ts';
import type { Place } from './place.ts';

/** Numbers are ids, too, as long as they are written as text. */
export function idAsText(id: unknown, place: Place, mending: Mending): unknown {
  if (typeof id !== 'number') return id;
  mending.note('id_as_text', place, id, String(id));
  return String(id);
}
