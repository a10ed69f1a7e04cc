import { addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import type { Words } from '../../state/words.svelte.ts';

/**
 * A day in words: today, tomorrow and yesterday by name, else such as `Mon 23 Nov`, with the year when it is another
 * one. `heading` begins with a capital, `within` stands in a sentence, `date` never goes by name.
 */
export function dayText(
  date: CalendarDate,
  today: CalendarDate,
  words: Words,
  form: 'heading' | 'within' | 'date' = 'heading',
): string {
  const near = { [today]: 'today', [addDays(today, 1)]: 'tomorrow', [addDays(today, -1)]: 'yesterday' } as const;
  const name = near[date];
  if (name && form !== 'date') return words.t(form === 'heading' ? `day.${name}` : `day.${name}_within`);
  return new Intl.DateTimeFormat(words.locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  })
    .format(Date.parse(`${date}T00:00:00Z`))
    .replace(',', '');
}
