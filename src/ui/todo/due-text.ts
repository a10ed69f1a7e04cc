import { dateAt, isCalendarDate } from '../../values/calendar-date.ts';
import { isPastDue } from '../../records/todo.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { clockText, dayText } from '../kit/time-text.ts';

/**
 * Returns when a to-do is due, in words; whether that is today; and whether it is overdue, for a date only after the
 * day has passed.
 */
export function dueText(
  due: string,
  now: number,
  zone: string,
  words: Translator,
): { text: string; today: boolean; overdue: boolean } {
  const today = dateAt(now, zone);
  const date = isCalendarDate(due) ? due : dateAt(Date.parse(due), zone);
  const day = dayText(date, today, words, 'within');
  const overdue = isPastDue(due, now, zone);
  if (isCalendarDate(due)) return { text: day, today: due === today, overdue };
  const text = words.t('day.with_time', { day, time: clockText(due, zone, words) });
  return { text, today: date === today, overdue };
}
