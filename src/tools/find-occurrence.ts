import { occurrenceAt } from '../calendar/occurrence-at.ts';
import { occurrencesIn } from '../calendar/occurrences-in.ts';
import { addDays, dateAt, startOfDay } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { givenTime } from './given-time.ts';
import { shownTime } from './shown-time.ts';

const year = 366 * 86_400_000;

/** The occurrence of a repeating entry that a call names by its start, or by its day alone. */
export function findOccurrence(
  entry: CalendarEntry,
  text: string,
  { zone, now }: Pick<LocalContext, 'zone' | 'now'>,
): { ok: true; occurrence: CalendarEntry } | { ok: false; failure: ToolResult } {
  const named = `The calendar entry “${entry.title}” (id ${entry.id})`;
  const fail = (reason: string) => ({ ok: false as const, failure: toolFailure('not_found', `${named} ${reason}`) });
  if (entry.repeat === null) return fail('does not repeat: leave out “occurrence”.');
  const given = givenTime(text, zone, now);
  const found = given?.kind === 'instant' ? occurrenceAt(entry, startAt(entry, given.ms)) : null;
  if (found) return { ok: true, occurrence: found };
  const own = { ...entry, replaces: null };
  const date = given?.kind === 'date' ? given.date : given ? dateAt(given.ms, zone) : null;
  const onDay =
    date === null
      ? []
      : occurrencesIn([own], { from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) });
  const [only] = given?.kind === 'date' ? onDay : [];
  if (only) return { ok: true, occurrence: only.entry };
  const near = date === null ? Date.parse(now) : startOfDay(date, zone);
  const next = occurrencesIn([own], { from: near, until: near + year }, 5).map((time) =>
    shownTime(time.entry.start, zone),
  );
  return fail(
    `does not take place at “${text}”. ${next.length === 0 ? 'It is over by then.' : `Its next times are ${next.join(', ')}.`}`,
  );
}

const startAt = ({ all_day, zone }: CalendarEntry, ms: number) =>
  all_day ? dateAt(ms, zone) : new Date(ms).toISOString();
