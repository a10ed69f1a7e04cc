import type { CalendarEntry } from '../records/calendar-entry.ts';
import { entryAtFirstOccurrence } from './occurrences-in.ts';
import { wallTime } from './times.ts';
import { parseRrule, formatRrule } from './rrule.ts';
import type { RecurrenceDay, RecurrenceRule } from './repeat-rule.ts';

/**
 * Returns the entries to save when an entry is edited, the entry itself first. The entry starts at the first time that
 * its rule allows; a rule that was not edited follows the entry's day, and exceptions and changed occurrences are moved
 * with it. If the repetition is removed, changed occurrences are deleted. Null if the rule never matches.
 */
export function applySeriesChange(
  before: CalendarEntry,
  after: CalendarEntry,
  changedEntries: readonly CalendarEntry[],
  now: string,
): CalendarEntry[] | null {
  const own = changedEntries.filter(({ replaces }) => replaces?.entry === before.id);
  if (after.repeat === null)
    return [{ ...after, except: [] }, ...own.map((row) => ({ ...row, deleted_at: now, updated_at: now }))];
  const follows = after.repeat === before.repeat && before.start !== after.start;
  const repeat = follows
    ? shiftRecurrenceDays(after.repeat, wallTime.of(before.start, before), wallTime.of(after.start, after))
    : after.repeat;
  const first = entryAtFirstOccurrence({ ...after, repeat });
  if (!first) return null;
  const move = (start: string) => shiftOccurrenceStarts([start], before, first)[0] ?? start;
  const rows = own.map((row) => ({
    ...row,
    replaces: row.replaces && { ...row.replaces, start: move(row.replaces.start) },
  }));
  return [{ ...first, except: first.except.map(move) }, ...rows];
}

type Times = Pick<CalendarEntry, 'start' | 'all_day' | 'zone'>;

/**
 * Returns the starts of occurrences after their entry has been moved from `before` to `after`: shifted by the same
 * local time, so that exceptions and changed occurrences keep matching.
 */
export function shiftOccurrenceStarts(starts: readonly string[], before: Times, after: Times): string[] {
  const by = wallOf(after.start, after) - wallOf(before.start, before);
  return starts.map((start) => {
    const wall = wallOf(start, before) + by;
    if (after.all_day) return wallTime.write(wall).slice(0, 10);
    return new Date(wallTime.instant(wall, after.zone)).toISOString();
  });
}

const wallOf = (time: string, { all_day, zone }: Times) =>
  all_day ? wallTime.read(time) : wallTime.at(Date.parse(time), zone);

const day = 86_400_000;

/**
 * Returns the rule of an entry whose first time has been moved from one day to another (numbers of `wallTime`): its
 * days move along, so that “every Monday” moved to a Tuesday becomes “every Tuesday”. Other kinds of rules are
 * unchanged.
 */
export function shiftRecurrenceDays(repeat: string, from: number, to: number): string {
  const parsedRule = parseRrule(repeat);
  const by = Math.floor(to / day) - Math.floor(from / day);
  if (!parsedRule.ok || by === 0) return repeat;
  return formatRrule({ ...parsedRule.value, ...movedParts(parsedRule.value, by, new Date(to)) });
}

function movedParts(rule: RecurrenceRule, by: number, to: Date): Partial<RecurrenceRule> {
  const { freq, byDay, byMonthDay, byMonth } = rule;
  const [nth] = byDay;
  if (freq === 'WEEKLY')
    return { byDay: byDay.map(({ day }) => ({ nth: null, day: shiftedWeekday(day, by) })).sort(byNumber) };
  if (freq === 'DAILY' || rule.byYearDay.length + rule.byWeekNo.length + rule.bySetPos.length > 0) return {};
  const month = byMonth.length === 1 && freq === 'YEARLY' ? { byMonth: [to.getUTCMonth() + 1] } : {};
  if (byMonthDay.length === 1 && (byMonthDay[0] ?? 0) > 0 && !nth) return { ...month, byMonthDay: [to.getUTCDate()] };
  if (byDay.length !== 1 || typeof nth?.nth !== 'number' || byMonthDay.length > 0) return {};
  const week = Math.ceil(to.getUTCDate() / 7);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  const position = (nth.nth < 0 && to.getUTCDate() + 7 > last) || week === 5 ? -1 : week;
  return { ...month, byDay: [{ nth: position, day: to.getUTCDay() || 7 }] };
}

const shiftedWeekday = (weekday: number, by: number) => ((((weekday - 1 + by) % 7) + 7) % 7) + 1;
const byNumber = (a: RecurrenceDay, b: RecurrenceDay) => a.day - b.day;
