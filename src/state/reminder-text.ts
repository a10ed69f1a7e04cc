import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { dateOf } from './date-of.ts';
import { instantOf } from './instant-of.ts';
import type { Words } from './words.svelte.ts';

/** What a reminder says: when the entry is, and the whole of it. */
export function reminderText(
  { title, start, all_day, place }: CalendarEntry,
  { missed, now }: { missed: boolean; now: number },
  words: Words,
): { when: string; whole: string } {
  const today = dateOf(instantOf(now));
  const time = all_day
    ? words.t('calendar.all_day', { day: words.day(`${start}T12:00:00`, today) })
    : words.time(start, today);
  const when = [time, place].filter(Boolean).join(' · ');
  return { when, whole: words.t(missed ? 'calendar.reminded_missed' : 'calendar.reminded', { title, when }) };
}
