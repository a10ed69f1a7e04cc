import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CalendarView } from '../../domain/settings.ts';
import { shownDays } from '../../state/shown-days.ts';
import type { Words } from '../../state/words.svelte.ts';

const forms = {
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const;

/** The days that a view shows around a date, such as `23–29 Nov 2026`. */
export function periodText(view: CalendarView, date: CalendarDate, words: Words): string {
  const form = forms[view === 'agenda' ? 'month' : view];
  const format = new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', ...form });
  const at = (day: CalendarDate) => Date.parse(`${day}T00:00:00Z`);
  if (view !== 'week') return format.format(at(date));
  const { first, last } = shownDays.of(view, date);
  if (words.language === 'en') return format.formatRange(at(first), at(last));
  const end = last.slice(0, 4) === first.slice(0, 4) ? ({ month: 'long', day: 'numeric' } as const) : form;
  return `${format.format(at(first))} – ${new Intl.DateTimeFormat(words.locale, { timeZone: 'UTC', ...end }).format(at(last))}`;
}
