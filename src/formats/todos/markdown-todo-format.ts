import { calendarDate, isCalendarDate } from '../../values/calendar-date.ts';
import { instantFromTimeWithOffset, localTime } from '../../values/zoned-time.ts';
import type { TodoItem } from './todo-item.ts';

const two = (value: number) => String(value).padStart(2, '0');
const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T_ ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Writes and reads a due date or time of a to-do as text in an exported file. */
export const zonedTodoTimeCodec = {
  /** Returns a day unchanged, an instant as local time in `zone` with its offset: `2026-01-31T15:00+01:00`. */
  write(due: string, zone: string): string {
    if (isCalendarDate(due)) return due;
    const ms = Date.parse(due);
    const { year, month, day, hour, minute, second } = localTime(ms, zone);
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    const offset = Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000);
    const sign = offset < 0 ? '-' : '+';
    const apart = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
    return `${calendarDate(year, month, day)}T${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}${apart}`;
  },

  /** A day or an instant as a to-do stores it; a time without an offset is in `zone`. Null for anything else. */
  read(text: string, zone: string): string | null {
    const timeMatch = shape.exec(text.trim());
    if (!timeMatch) return null;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = timeMatch.slice(1, 7).map(Number);
    const date = calendarDate(year, month, day);
    if (!isCalendarDate(date)) return null;
    if (timeMatch[4] === undefined) return date;
    if (hour > 23 || minute > 59 || (second || 0) > 59) return null;
    const local = { year, month, day, hour, minute, second: second || 0 };
    return new Date(instantFromTimeWithOffset(local, timeMatch[7], zone)).toISOString();
  },
};

/** The marks after a title in a task list: `due:2026-01-31 !high #shopping`. */
type Marks = Pick<TodoItem, 'due' | 'priority' | 'tags'>;

const tag = /^#(?!\d+$)[^\s#]+$/u;
const duePattern = /^(?:due:|📅|⏰)(\S+)$/u;
const calledDue = /^@due\((.+)\)$/u;
const priority = /^!(high|low|normal)$/i;
const signs: Readonly<Record<string, TodoItem['priority']>> = {
  '🔺': 'high',
  '⏫': 'high',
  '🔼': 'normal',
  '🔽': 'low',
  '⏬': 'low',
};
/** Matches a word that would be read as a mark, with any `\` that already stands before it. */
const looksLikeMark =
  /^(\\*)(#(?!\d+$)[^\s#]+|!(?:high|low|normal)|due:\S*|@due\(\S*|[📅⏰]\S*|[🔺⏫🔼🔽⏬]\uFE0F?)$/iu;

/**
 * Writes and reads the text of a to-do in a Markdown list: its title, followed by marks for its due date, priority and
 * tags, such as `due:2026-01-31 !high #shopping`.
 */
export const markdownTodoFormat = {
  /** Returns the title, escaped so that nothing in it reads as a mark, and the marks after it. */
  write({ title, due, priority, tags }: TodoItem, zone: string): string {
    const words = title.split(' ').map((word) => (looksLikeMark.test(word) ? `\\${word}` : word));
    const marks = [
      due === null ? '' : `due:${zonedTodoTimeCodec.write(due, zone)}`,
      priority === 'normal' ? '' : `!${priority}`,
      ...tags.map((each) => `#${each.replace(/[\s#]+/gu, '_')}`),
    ];
    return [...words, ...marks].filter(Boolean).join(' ');
  },

  /**
   * Returns the title and the marks of a line. Marks count only at its end, so that a sentence with a `#tag` in it
   * keeps its words.
   */
  read(line: string, zone: string): Marks & { title: string } {
    const words = line.trim().split(/\s+/u);
    const marks: Marks = { due: null, priority: 'normal', tags: [] };
    while (words.length > 0) {
      const wordCount = take(words, marks, zone);
      if (wordCount === 0) break;
      words.length -= wordCount;
    }
    const title = words.map((word) => (/^\\/.test(word) && looksLikeMark.test(word) ? word.slice(1) : word)).join(' ');
    return { ...marks, tags: marks.tags.reverse(), title };
  },
};

/** Adds the mark at the end of the words to `marks`; returns the number of words that form it, 0 if there is none. */
function take(words: readonly string[], marks: Marks, zone: string): number {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const level = priority.exec(last)?.[1]?.toLowerCase() ?? signs[last.replace(/\uFE0F/g, '')];
  if (level === 'high' || level === 'low' || level === 'normal') {
    marks.priority = level;
    return 1;
  }
  const day = zonedTodoTimeCodec.read((duePattern.exec(last) ?? calledDue.exec(last))?.[1] ?? '', zone);
  if (day !== null) {
    marks.due = day;
    return 1;
  }
  const apart = /^(?:📅|⏰|due:)$/u.test(before.replace(/\uFE0F/g, ''))
    ? zonedTodoTimeCodec.read(last, zone)
    : zonedTodoTimeCodec.read(calledDue.exec(`${before} ${last}`)?.[1] ?? '', zone);
  if (apart !== null) {
    marks.due = apart;
    return 2;
  }
  if (!tag.test(last)) return 0;
  marks.tags.push(last.slice(1));
  return 1;
}
