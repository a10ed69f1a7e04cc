import { overlaps, type CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer } from './command-answer.ts';
import { firstOf } from './first-of.ts';
import { readWhen, type When } from './read-when.ts';

const longestTitle = 500;
const mostListed = 50;
const hour = 3_600_000;

/** `/schedule` lists what is to come; `/schedule tomorrow 3pm Dentist` adds an entry, of one hour or of whole days (R10.1). */
export async function scheduleCommand(
  text: string,
  ports: { entries: Stores['entries']; clock: Clock; sessionId: string | null },
): Promise<CommandAnswer> {
  const { entries, clock, sessionId } = ports;
  const now = clock.now();
  const stored = (await firstOf(entries.list())).sort((a, b) => entrySpan(a).from - entrySpan(b).from);
  if (text.trim() === '') {
    const coming = stored.filter((entry) => entrySpan(entry).until > Date.parse(now)).slice(0, mostListed);
    return coming.length === 0
      ? { kind: 'sentence', code: 'entries_empty', params: {} }
      : { kind: 'entries', entries: coming };
  }
  const when = readWhen(text, now, clock.zone());
  if (!when) return { kind: 'sentence', code: 'entry_not_understood', params: { text: text.trim() } };
  const title = when.rest.slice(0, longestTitle);
  if (title === '') return { kind: 'sentence', code: 'entry_needs_title', params: { text: text.trim() } };
  const entry: CalendarEntry = {
    id: clock.newId('entry'),
    title,
    start: when.start,
    end: endOf(when),
    all_day: when.all_day,
    zone: clock.zone(),
    place: '',
    notes: '',
    reminder: null,
    session_id: sessionId,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await entries.save(entry);
  const clashes = stored.filter((other) => overlaps(entrySpan(other), entrySpan(entry)));
  const params = { title, start: entry.start, end: entry.end };
  if (clashes.length === 0) return { kind: 'sentence', code: 'entry_added', params };
  const others = clashes.map((other) => `“${other.title}”`).join(', ');
  return { kind: 'sentence', code: 'entry_added_overlapping', params: { ...params, others } };
}

function endOf({ start, end, all_day }: When): string {
  if (end !== null) return end;
  return all_day ? start : new Date(Date.parse(start) + hour).toISOString();
}
