import { atFirstOccurrence, clashesOf, occurrencesIn } from '../calendar/occurrences-in.ts';
import { oneOffFields } from '../records/calendar-entry.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer } from './command-answer.ts';
import { currentValue } from '../ports/observable.ts';
import { readRepeatingWhen } from '../calendar/words/read-repeating-when.ts';
import { endTimeOrDefault } from '../calendar/words/read-when.ts';
import { listText } from '../values/list-text.ts';
import { withoutVerb } from './without-verb.ts';

const longestTitle = 500;
const mostListed = 50;
/** The maximum number of occurrences that are listed of one repeating entry, so that others are not crowded out. */
const mostOfEach = 5;

/**
 * Runs `/schedule`: alone it lists the next entries; `/schedule tomorrow 3pm Dentist` adds an entry, of one hour or of
 * whole days, and `/schedule every Monday 9:00 Standup` a repeating one.
 */
export async function runScheduleCommand(
  typed: string,
  ports: { entries: Stores['entries']; clock: Clock; sessionId: string | null },
): Promise<CommandAnswer> {
  const { entries, clock, sessionId } = ports;
  const text = withoutVerb(typed);
  const now = clock.now();
  const stored = await currentValue(entries.list());
  if (text === '') {
    const ahead = { from: Date.parse(now), until: Infinity };
    const coming = occurrencesIn(stored, ahead, mostOfEach).map(({ entry }) => entry);
    return coming.length === 0
      ? { kind: 'sentence', code: 'entries_empty', params: {} }
      : { kind: 'entries', entries: coming.slice(0, mostListed) };
  }
  const when = readRepeatingWhen(text, now, clock.zone());
  if (!when) return { kind: 'sentence', code: 'entry_not_understood', params: { text } };
  if (typeof when === 'string') return { kind: 'sentence', code: `unreadable_${when}`, params: { text } };
  const title = when.rest.slice(0, longestTitle);
  if (title === '') return { kind: 'sentence', code: 'entry_needs_title', params: { text } };
  const entry = atFirstOccurrence({
    id: clock.newId('entry'),
    title,
    start: when.start,
    end: endTimeOrDefault(when),
    all_day: when.all_day,
    zone: clock.zone(),
    place: '',
    notes: '',
    reminder: null,
    ...oneOffFields(),
    repeat: when.repeat,
    session_id: sessionId,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  if (!entry) return { kind: 'sentence', code: 'entry_never', params: { text } };
  await entries.save(entry);
  const titles = new Set(clashesOf(entry, stored).map((other) => other.title));
  const others = [...titles].map((other) => `“${other}”`);
  const params = { title, start: entry.start, end: entry.end };
  const repeating = entry.repeat === null ? {} : { repeat: entry.repeat };
  const code = entry.repeat === null ? 'entry_added' : 'entry_added_repeating';
  if (others.length === 0) return { kind: 'sentence', code, params: { ...params, ...repeating } };
  const overlap = { ...params, ...repeating, others: listText(others) };
  return { kind: 'sentence', code: `${code}_overlapping`, params: overlap };
}
