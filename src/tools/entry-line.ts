import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { shownRepeat } from './shown-repeat.ts';
import { shownTime } from './shown-time.ts';

/** When an entry is, as the model is shown it, such as `Sat 2026-01-31 15:00 to 16:00 (Europe/Berlin)`. */
export function entryWhen({ start, end, all_day, zone }: CalendarEntry): string {
  const from = shownTime(start, zone);
  const until = shownTime(end, zone);
  if (all_day) return start === end ? `${from}, all day` : `${from} to ${until}, all day`;
  const [weekday, date, clock = ''] = until.split(' ');
  const sameDay = from.startsWith(`${weekday ?? ''} ${date ?? ''}`);
  return `${from} to ${sameDay ? clock : until} (${zone})`;
}

/** An entry in one line. */
export function entryLine(entry: CalendarEntry): string {
  const more = [
    entry.repeat === null ? '' : `repeats ${shownRepeat(entry.repeat)}`,
    entry.place === '' ? '' : `at ${entry.place}`,
    entry.reminder === null ? '' : `reminder ${entry.reminder} minutes before`,
    entry.notes === '' ? '' : `notes: ${entry.notes.replace(/\s+/g, ' ').slice(0, 80)}`,
  ].filter((part) => part !== '');
  return [`${entry.id} “${entry.title}”`, entryWhen(entry), ...more].join(', ');
}
