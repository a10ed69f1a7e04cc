import { dateAt, type CalendarDate } from '../../domain/calendar-date.ts';
import type { HistoryLine } from '../../state/history-lines.ts';

/** The timeline cut where the date changes in `zone`. */
export function linesByDay(
  lines: readonly HistoryLine[],
  zone: string,
): { date: CalendarDate; lines: HistoryLine[] }[] {
  const days = new Map<CalendarDate, HistoryLine[]>();
  for (const line of lines) {
    const date = dateAt(Date.parse(line.at), zone);
    const day = days.get(date);
    if (day) day.push(line);
    else days.set(date, [line]);
  }
  return [...days].map(([date, ofDay]) => ({ date, lines: ofDay }));
}
