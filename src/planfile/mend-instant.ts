import { Instant } from '../domain/step.ts';
import type { Mending } from './mending.ts';
import type { Draft } from './own-names.ts';
import type { Place } from './place.ts';

const loose = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const firstMillisecond = 1e11;

/** An absent or blank instant becomes null; one that is written otherwise is written our way. */
export function mendInstant(draft: Draft, field: string, place: Place, mending: Mending): void {
  const given = draft[field];
  const meant = given === undefined || given === '' ? null : instantMeant(given);
  if (meant !== null && meant !== given) mending.note('time', [...place, field], given, meant);
  draft[field] = given === undefined || given === '' ? null : (meant ?? given);
}

/**
 * The instant that a file means: what is one already stays as it is; a date, a time without a zone (read as UTC) and
 * seconds or milliseconds since 1970 become one. Null when it is none.
 */
function instantMeant(value: unknown): string | null {
  if (typeof value === 'number') return written(Math.abs(value) < firstMillisecond ? value * 1000 : value);
  if (typeof value !== 'string') return null;
  if (Instant.safeParse(value).success) return value;
  const [found, date = '', time = '00:00', zone = 'Z'] = loose.exec(value.trim()) ?? [];
  if (found === undefined) return null;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = `${date}T${time.length === 5 ? `${time}:00` : time}${offset}`;
  return Instant.safeParse(instant).success ? written(Date.parse(instant)) : null;
}

function written(milliseconds: number): string | null {
  if (!(Math.abs(milliseconds) <= 8.64e15)) return null;
  const instant = new Date(milliseconds).toISOString();
  return Instant.safeParse(instant).success ? instant : null;
}
