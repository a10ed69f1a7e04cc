import { calendarDate } from '../../values/calendar-date.ts';
import { parseDueCell } from '../../calendar/words/parse-typed-todo.ts';
import { zonedTodoTimeCodec } from './markdown-todo-format.ts';

type Day = [year: string | number, month: string | number, day: string | number];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name = '') => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?';
const monthName = `(${months.map((name) => `${name}[a-z]*`).join('|')})\\.?`;

const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*[日号])?(?=$|[\sT,])/i;
const dayAndName = new RegExp(
  `^${weekday}(\\d{1,2})(?:st|nd|rd|th)?[\\s.-]+${monthName},?[\\s-]+(\\d{4})(?=$|[\\s,])`,
  'i',
);
const nameAndDay = new RegExp(`^${weekday}${monthName}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?=$|[\\s,])`, 'i');
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[\s,])/;
const clock =
  /^[\sT,]+(?:at\s+)?(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Returns a function that reads the cells of one column of due days as a to-do stores them; null for anything else. The
 * other cells decide if the month of `3/4/2026` is 3 or 4; if they do not, nothing is guessed. If all times are
 * midnight, they count as days. Words such as “next Friday” are understood as a typed to-do's are.
 */
export function createDueDateReader(
  cells: readonly string[],
  zone: string,
  now: string,
): (cell: string) => string | null {
  const pairs = cells.flatMap((cell) => {
    const [, first, sign, second] = yearLast.exec(cell.trim()) ?? [];
    return sign === undefined || sign === '.' ? [] : [[Number(first), Number(second)] as const];
  });
  const dayFirst = pairs.some(([first]) => first > 12);
  const monthFirst = pairs.some(([, second]) => second > 12);
  const usual = dayFirst === monthFirst ? null : dayFirst ? 'day' : 'month';
  const isMidnight = (cell: string) => ['', 'T00:00', 'T00:00:00'].includes(timeOf(cell.trim(), usual) ?? '');
  const daysOnly = cells.every(isMidnight);
  return (cell) => {
    const dueDay = dayOf(cell.trim(), usual);
    const time = timeOf(cell.trim(), usual);
    if (!dueDay && /\p{L}/u.test(cell) && !/\d[-/.]\d/.test(cell)) return parseDueCell(cell.trim(), now, zone);
    if (!dueDay || time === null) return null;
    const [year, month, day] = dueDay.day;
    return zonedTodoTimeCodec.read(
      `${calendarDate(Number(year), Number(month), Number(day))}${daysOnly ? '' : time}`,
      zone,
    );
  };
}

/** Returns the day at the beginning of a cell, and its number of characters; null if there is none. */
function dayOf(cell: string, usual: 'day' | 'month' | null): { day: Day; length: number } | null {
  const dayOfMatch = (match: RegExpExecArray, day: Day) => ({ day, length: match[0].length });
  const iso = yearFirst.exec(cell);
  if (iso) return dayOfMatch(iso, [iso[1] ?? '', iso[2] ?? '', iso[3] ?? '']);
  const english = dayAndName.exec(cell);
  if (english) return dayOfMatch(english, [english[3] ?? '', monthOf(english[2]), english[1] ?? '']);
  const american = nameAndDay.exec(cell);
  if (american) return dayOfMatch(american, [american[3] ?? '', monthOf(american[1]), american[2] ?? '']);
  const last = yearLast.exec(cell);
  if (!last) return null;
  const [, first = '', sign, second = '', year = ''] = last;
  const isDayFirst = sign === '.' || Number(first) > 12 || first === second;
  const order = isDayFirst ? 'day' : Number(second) > 12 ? 'month' : usual;
  return order && dayOfMatch(last, order === 'day' ? [year, second, first] : [year, first, second]);
}

/** Returns the time after the day of a cell, such as `T15:00+01:00`; empty if there is none, null if it is no time. */
function timeOf(cell: string, usual: 'day' | 'month' | null): string | null {
  const rest = cell.slice(dayOf(cell, usual)?.length ?? cell.length);
  if (rest === '') return '';
  const timeMatch = clock.exec(rest);
  if (!timeMatch) return null;
  const [, half, hour = '', minute = '', second, side, offset = ''] = timeMatch;
  const late = half === '下午' || /^p/i.test(side ?? '');
  const halved = half !== undefined || side !== undefined;
  const hours = halved ? (Number(hour) % 12) + (late ? 12 : 0) : Number(hour);
  return `T${String(hours).padStart(2, '0')}:${minute}${second === undefined ? '' : `:${second}`}${offset}`;
}
