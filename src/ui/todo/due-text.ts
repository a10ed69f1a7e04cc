import { dateAt, isCalendarDate } from '../../domain/calendar-date.ts';
import type { Words } from '../../state/words.svelte.ts';
import { clockText } from '../kit/clock-text.ts';
import { dayText } from '../kit/day-text.ts';

/** When a to-do is due, in words, and whether that is over; a due day is over when it has passed. */
export function dueText(due: string, now: number, zone: string, words: Words): { text: string; overdue: boolean } {
  const today = dateAt(now, zone);
  if (isCalendarDate(due)) return { text: dayText(due, today, words, 'within'), overdue: due < today };
  const day = dayText(dateAt(Date.parse(due), zone), today, words, 'within');
  return { text: words.t('day.with_time', { day, time: clockText(due, zone, words) }), overdue: Date.parse(due) < now };
}
