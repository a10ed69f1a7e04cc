import type { Translator } from '../app/translator.svelte.ts';
import { addDays, type CalendarDate, dateAt } from '../../values/calendar-date.ts';

/** The local time in `zone` at an instant, such as `14:05` or `14:05:09`. */
export function clockText(instant: string, zone: string, words: Translator, seconds = false): string {
  return new Intl.DateTimeFormat(words.locale, {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(Date.parse(instant));
}

/**
 * Returns a day in words: today, tomorrow and yesterday by name, others as `Mon 23 Nov`, with the year if it is another
 * one. `heading` is capitalised, `within` is for the middle of a sentence, `date` never uses a name.
 */
export function dayText(
  date: CalendarDate,
  today: CalendarDate,
  words: Translator,
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

/** Day and time of an instant for the middle of a sentence, such as `tomorrow 09:00`; `now` is an instant, too. */
export function momentText(instant: string, now: string, zone: string, words: Translator): string {
  const [day, today] = [instant, now].map((each) => dateAt(Date.parse(each), zone));
  return `${dayText(day ?? '', today ?? '', words, 'within')} ${clockText(instant, zone, words)}`;
}

/** A duration, such as `40 ms`, `1.4 s` or `2 min 5 s`. */
export function durationText(milliseconds: number, { t, number }: Translator): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 950) return t('history.milliseconds', { n: Math.round(milliseconds) });
  if (milliseconds < 9950) return t('history.seconds', { n: number(Math.round(milliseconds / 100) / 10) });
  if (seconds < 60) return t('history.seconds', { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return t('history.hours_minutes', { h: number(Math.floor(minutes / 60)), m: minutes % 60 });
  const rest = seconds % 60;
  return rest === 0 ? t('history.minutes', { n: minutes }) : t('history.minutes_seconds', { m: minutes, s: rest });
}
