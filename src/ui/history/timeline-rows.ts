import { dateAt, type CalendarDate } from '../../values/calendar-date.ts';
import type { JournalSection } from '../../task/journal-sections.ts';
import type { HistoryLine } from './history-lines.ts';

/** A line of the timeline, with the headings that precede it. */
export interface TimelineRow {
  key: string;
  line: HistoryLine;
  /** The day, if it differs from that of the line before. */
  day: CalendarDate | null;
  /** The task, if it differs from that of the line before. */
  task: JournalSection | null;
}

/** The rows of the timeline, with a heading where the date changes in `zone` and where another task begins. */
export function timelineRows(lines: readonly HistoryLine[], zone: string): TimelineRow[] {
  let before = { date: '', part: -1 };
  return lines.map((line) => {
    const date = dateAt(Date.parse(line.at), zone);
    const row = {
      key: String(line.seq),
      line,
      day: date === before.date ? null : date,
      task: line.part.first === before.part ? null : line.part,
    };
    before = { date, part: line.part.first };
    return row;
  });
}
