import type { CalendarDate } from '../../values/calendar-date.ts';
import type { AgendaItem } from './agenda.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { clockText, dayText } from '../kit/time-text.ts';
import type { CalendarView } from '../../records/settings.ts';
import { recurrenceDraftConverter, type CalendarEntryDraft } from './entry-draft.ts';
import { recurrenceText } from './repeat-text.ts';
import { calendarViewDays } from './calendar-view-days.ts';

/**
 * Returns the times of an entry for a day's list: its hours, its other days, and its hours in its own zone if they
 * differ.
 */
export function calendarEntryHoursText(
  { entry, first, last }: AgendaItem,
  place: { day: CalendarDate; today: CalendarDate; zone: string },
  words: Translator,
): { hours: string; days: string; elsewhere: string } {
  const { day, today, zone } = place;
  const since = first < day ? words.t('schedule.since_day', { day: dayText(first, today, words, 'within') }) : '';
  const until = last > day ? words.t('schedule.until_day', { day: dayText(last, today, words, 'within') }) : '';
  const days = [since, until].filter(Boolean).join(words.language === 'zh' ? '，' : ', ');
  if (entry.all_day) return { hours: words.t('schedule.all_day'), days, elsewhere: '' };
  const hoursIn = (of: string) =>
    [...new Set([entry.start, entry.end])].map((at) => clockText(at, of, words)).join('–');
  const [hours, own] = [hoursIn(zone), hoursIn(entry.zone)];
  const elsewhere = own === hours ? '' : words.t('schedule.in_zone', { time: own, zone: zoneText(entry.zone, words) });
  return { hours, days, elsewhere };
}

/**
 * Returns the name of a time zone. English pages show its usual name, which names its city; others the browser's name
 * for the time of its place, such as `纽约时间`, or for the time of its region if the browser names the place in Latin
 * letters, such as `北美东部时间`.
 */
export function zoneText(zone: string, words: Pick<Translator, 'language' | 'locale'>): string {
  const usual = zone.replaceAll('_', ' ');
  if (words.language === 'en') return usual;
  const nameIn = (timeZoneName: 'shortGeneric' | 'longGeneric') =>
    new Intl.DateTimeFormat(words.locale, { timeZone: zone, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const isLatin = (name: string) => /\p{Script=Latin}/u.test(name);
  return [nameIn('shortGeneric'), nameIn('longGeneric')].find((name) => name !== '' && !isLatin(name)) ?? usual;
}

/** Returns how long before the start of an entry its reminder comes. */
export function reminderText(minutes: number, words: Translator): string {
  if (minutes === 0) return words.t('calendar.remind_start');
  if (minutes % 1440 === 0) return words.t('calendar.remind_days', { n: minutes / 1440 });
  if (minutes % 60 === 0) return words.t('calendar.remind_hours', { n: minutes / 60 });
  return words.t('calendar.remind_minutes', { n: minutes });
}

const zoneNames = new Map<string, string>();

/**
 * Returns all zones that the browser knows, and some others, in the order of their names. A name is followed by the
 * usual one if that is another, since a place may have several zones. Names are made once for each language: that takes
 * long.
 */
export function namedZones(
  others: readonly string[],
  words: Pick<Translator, 'language' | 'locale'>,
): { zone: string; name: string }[] {
  const nameOf = (zone: string) => {
    const key = `${words.locale} ${zone}`;
    const name = zoneNames.get(key) ?? [...new Set([zoneText(zone, words), zone.replaceAll('_', ' ')])].join(' · ');
    zoneNames.set(key, name);
    return name;
  };
  const { compare } = new Intl.Collator(words.locale);
  return [...new Set([...others, ...Intl.supportedValuesOf('timeZone')])]
    .map((zone) => ({ zone, name: nameOf(zone) }))
    .sort((a, b) => compare(a.name, b.name));
}

/** Returns when a draft takes place, such as `tomorrow, 15:30–16:30`, followed by its repetition. */
export function draftTimeText(draft: CalendarEntryDraft, today: CalendarDate, words: Translator): string {
  const { allDay, startDate, startTime, endDate, endTime } = draft;
  const [from, until] = [startDate, endDate].map((date) => dayText(date, today, words, 'within')) as [string, string];
  const [first, last] = allDay
    ? [from, until]
    : [`${from} ${startTime}`, startDate === endDate ? endTime : `${until} ${endTime}`];
  const repeat = recurrenceDraftConverter.read(draft.repeat, startDate);
  const rule = repeat.ok && repeat.value !== null ? recurrenceText(repeat.value, words) : '';
  return [first === last ? first : `${first}–${last}`, rule]
    .filter(Boolean)
    .join(words.language === 'zh' ? '，' : ', ');
}

const forms = {
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const;

/** The days that a view shows around a date, such as `23–29 Nov 2026`. */
export function periodText(view: CalendarView, date: CalendarDate, words: Translator): string {
  const form = forms[view === 'agenda' ? 'month' : view];
  const format = new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', ...form });
  const utcMidnight = (day: CalendarDate) => Date.parse(`${day}T00:00:00Z`);
  if (view !== 'week') return format.format(utcMidnight(date));
  const { first, last } = calendarViewDays.of(view, date);
  if (words.language === 'en') return format.formatRange(utcMidnight(first), utcMidnight(last));
  const end = last.slice(0, 4) === first.slice(0, 4) ? ({ month: 'long', day: 'numeric' } as const) : form;
  return `${format.format(utcMidnight(first))} – ${new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', ...end }).format(utcMidnight(last))}`;
}
