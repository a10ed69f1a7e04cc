import { dateAt, isCalendarDate } from '../../domain/calendar-date.ts';
import { isPastDue } from '../../domain/is-past-due.ts';
import type { Words } from '../../state/words.svelte.ts';
import { clockText } from '../kit/clock-text.ts';
import { dayText } from '../kit/day-text.ts';

/** When a to-do is due, in words, whether that is today, and whether it is over; a due day is over when it has passed. */
export function dueText(
  due: string,
  now: number,
  zone: string,
  words: Words,
): { text: string; today: boolean; overdue: boolean } {
  const today = dateAt(now, zone);
  const date = isCalendarDate(due) ? due : dateAt(Date.parse(due), zone);
  const day = dayText(date, today, words, 'within');
  const overdue = isPastDue(due, now, zone);
  if (isCalendarDate(due)) return { text: day, today: due === today, overdue };
  const text = words.t('day.with_time', { day, time: clockText(due, zone, words) });
  return { text, today: date === today, overdue };
}
