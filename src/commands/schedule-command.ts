import { entryAtFirstOccurrence, overlappingOccurrences, occurrencesIn } from '../calendar/occurrences-in.ts';
import { singleEntryFields, type CalendarEntry } from '../records/calendar-entry.ts';
import { dateAt } from '../values/calendar-date.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer } from './command-answer.ts';
import { currentValue } from '../ports/observable.ts';
import { readReminderRequest } from '../calendar/words/read-reminder-request.ts';
import { parseRecurringTimeText } from '../calendar/words/read-repeating-when.ts';
import { endTimeOrDefault } from '../calendar/words/read-when.ts';
import { joinListItems } from '../values/list-text.ts';
import { commandTextWithoutVerb } from './without-verb.ts';
import { simplified } from '../values/simplified-chinese.ts';

const longestTitle = 500;
const mostListed = 50;
/** The maximum number of occurrences that are listed of one repeating entry, so that others are not crowded out. */
const mostOfEach = 5;

/** Words that ask for a reminder at the start of an entry, and are no part of its title. */
const reminding = /^(?:please\s+)?remind\s+me\s*(?:to|about|of|that)?(?:\s+|$)|^[请請]?提醒我/iu;

const changing =
  /^(?:cancel|delete|remove|drop|move|reschedule|postpone|shift|change)\s+(.*)|^(?:取消|删除|删掉|移动|推迟|改期|调整|把)(.*)/isu;

/** A move names two times at most: “from Thursday 3pm to Friday 9am”. */
const mostTimesNamed = 2;

/** Words that do not tell one title from another. */
const fillers =
  /(?<![\p{L}\p{N}])(?:an?|the|my|our|with|for|at|on|in|of|to|from|by|and|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![\p{L}\p{N}])|['’]s\b|取消|推迟到?|提前到?|[改移挪调]到?\s*$|改期|的/giu;

/** Returns the words that tell a title from others, sorted. */
function titleWords(text: string): string {
  const words = simplified(text.toLowerCase()).replace(fillers, ' ');
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/**
 * True if a text asks to cancel or move an entry that is in the calendar, rather than names a new one: apart from times
 * and fillers it has the words of the entry's title, and no others.
 */
function changesEntry(text: string, storedEntries: readonly CalendarEntry[], now: string, zone: string): boolean {
  const changeRequestMatch = changing.exec(text);
  let entryTitle = changeRequestMatch?.[1] ?? changeRequestMatch?.[2] ?? '';
  for (let times = 0; times < mostTimesNamed; times += 1) {
    const when = parseRecurringTimeText(entryTitle, now, zone);
    if (when === null || typeof when === 'string') break;
    entryTitle = when.rest;
  }
  const words = titleWords(entryTitle);
  return words !== '' && storedEntries.some(({ title }) => titleWords(title) === words);
}

/**
 * Runs `/schedule`: alone it lists the next entries; `/schedule tomorrow 3pm Dentist` adds an entry, of one hour or of
 * whole days, and `/schedule every Monday 9:00 Standup` a repeating one.
 */
export async function runScheduleCommand(
  commandText: string,
  ports: { entries: Stores['entries']; clock: Clock; sessionId: string | null },
): Promise<CommandAnswer> {
  const { entries, clock, sessionId } = ports;
  const text = commandTextWithoutVerb(commandText);
  const now = clock.now();
  const storedEntries = await currentValue(entries.list());
  if (text === '') {
    const ahead = { from: Date.parse(now), until: Infinity };
    const coming = occurrencesIn(storedEntries, ahead, mostOfEach).map(({ entry }) => entry);
    return coming.length === 0
      ? { kind: 'sentence', code: 'entries_empty', params: {} }
      : { kind: 'entries', entries: coming.slice(0, mostListed) };
  }
  if (text === commandText.trim() && changesEntry(simplified(text), storedEntries, now, clock.zone()))
    return { kind: 'sentence', code: 'entry_change', params: { text } };
  const reminderRequest = readReminderRequest(text);
  const when = parseRecurringTimeText(reminderRequest?.rest ?? text, now, clock.zone(), undefined, clock.languages());
  if (!when) return { kind: 'sentence', code: 'entry_not_understood', params: { text } };
  if (typeof when === 'string') return { kind: 'sentence', code: `unreadable_${when}`, params: { text } };
  const title = when.rest.replace(reminding, '').trim().slice(0, longestTitle);
  const reminds = reminderRequest !== null || reminding.test(when.rest);
  if (title === '') return { kind: 'sentence', code: 'entry_needs_title', params: { text } };
  const entry = entryAtFirstOccurrence({
    id: clock.newId('entry'),
    title,
    start: when.start,
    end: endTimeOrDefault(when),
    all_day: when.all_day,
    zone: clock.zone(),
    place: '',
    notes: '',
    reminder: reminderRequest?.minutes ?? (reminds && !when.all_day ? 0 : null),
    ...singleEntryFields(),
    repeat: when.repeat,
    session_id: sessionId,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
  if (!entry) return { kind: 'sentence', code: 'entry_never', params: { text } };
  await entries.save(entry);
  const titles = new Set(overlappingOccurrences(entry, storedEntries).map((other) => other.title));
  const others = [...titles].map((other) => `“${other}”`);
  const params = { title, start: entry.start, end: entry.end };
  const repeating = entry.repeat === null ? {} : { repeat: entry.repeat };
  const code = entry.repeat === null ? 'entry_added' : 'entry_added_repeating';
  const isPast = entry.all_day ? entry.start < dateAt(Date.parse(now), clock.zone()) : entry.start < now;
  const addedEntryAnswer = {
    kind: 'sentence',
    ...(isPast && { past: true as const }),
    ...(entry.reminder !== null && { reminder: entry.reminder }),
  } as const;
  if (others.length === 0) return { ...addedEntryAnswer, code, params: { ...params, ...repeating } };
  const overlap = { ...params, ...repeating, others: joinListItems(others) };
  return { ...addedEntryAnswer, code: `${code}_overlapping`, params: overlap };
}
