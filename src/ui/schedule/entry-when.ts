import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { AgendaItem } from '../../state/agenda.ts';
import type { Words } from '../../state/words.svelte.ts';
import { clockText } from '../kit/clock-text.ts';
import { dayText } from '../kit/day-text.ts';

/** When an entry is, beside the day it stands under: its hours, the days it goes on, and its hours in its own zone. */
export function entryWhen(
  { entry, first, last }: AgendaItem,
  place: { day: CalendarDate; today: CalendarDate; zone: string },
  words: Words,
): { hours: string; days: string; elsewhere: string } {
  const { day, today, zone } = place;
  const since = first < day ? words.t('schedule.since_day', { day: dayText(first, today, words, 'within') }) : '';
  const until = last > day ? words.t('schedule.until_day', { day: dayText(last, today, words, 'within') }) : '';
  const days = [since, until].filter(Boolean).join(words.language === 'zh' ? '，' : ', ');
  if (entry.all_day) return { hours: words.t('schedule.all_day'), days, elsewhere: '' };
  const hoursIn = (of: string) => `${clockText(entry.start, of, words)}–${clockText(entry.end, of, words)}`;
  const [hours, own] = [hoursIn(zone), hoursIn(entry.zone)];
  const elsewhere =
    own === hours ? '' : words.t('schedule.in_zone', { time: own, zone: entry.zone.replaceAll('_', ' ') });
  return { hours, days, elsewhere };
}
