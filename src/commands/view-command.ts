import { occurrencesIn } from '../calendar/occurrences-in.ts';
import { scheduledStarts } from '../calendar/scheduled-starts.ts';
import { addDays, addMonths, dateAt, startOfDay, weekdayOf, type CalendarDate } from '../values/calendar-date.ts';
import { spansOverlap, type CalendarEntry, entrySpan } from '../records/calendar-entry.ts';
import type { Todo } from '../records/todo.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer, OverlappingEntries } from './command-answer.ts';
import { currentValue } from '../ports/observable.ts';
import { parseTimeText } from '../calendar/words/read-when.ts';
import { simplified } from '../values/simplified-chinese.ts';

type Agenda = Extract<CommandAnswer, { kind: 'agenda' }>;
type Days = Pick<Agenda, 'span' | 'from' | 'until'>;

const words = new Map<string, 'today' | 'week' | 'next_week' | 'month' | 'next_month' | 'plan'>([
  ['', 'today'],
  ['today', 'today'],
  ['今天', 'today'],
  ['今日', 'today'],
  ['week', 'week'],
  ['this week', 'week'],
  ['本周', 'week'],
  ['这周', 'week'],
  ['next week', 'next_week'],
  ['下周', 'next_week'],
  ['下星期', 'next_week'],
  ['month', 'month'],
  ['this month', 'month'],
  ['本月', 'month'],
  ['这个月', 'month'],
  ['next month', 'next_month'],
  ['下个月', 'next_month'],
  ['下月', 'next_month'],
  ['plan', 'plan'],
  ['计划', 'plan'],
]);

/**
 * Runs `/view today|week|month|plan`, or with any other day, such as `/view tomorrow`: lists the entries of that time,
 * their overlaps, the plans that start then, and the open to-dos; today includes overdue ones.
 */
export async function runViewCommand(
  text: string,
  ports: Pick<Stores, 'todos' | 'entries'> & { scheduledRuns: Pick<Stores['scheduledRuns'], 'list'>; clock: Clock },
): Promise<CommandAnswer> {
  const zone = ports.clock.zone();
  const now = ports.clock.now();
  const today = dateAt(Date.parse(now), zone);
  const word = words.get(simplified(text.trim().toLowerCase()));
  if (word === 'plan') return { kind: 'plan' };
  const days = word === undefined ? daysIn(text, now, zone) : daysOf(word, today);
  if (!days) return { kind: 'sentence', code: 'view_not_understood', params: { text: text.trim() } };
  const { span, from: first, until: last } = days;
  const time = { from: startOfDay(first, zone), until: startOfDay(addDays(last, 1), zone) };
  const dayOf = ({ due }: Todo) => (due === null ? null : due.includes('T') ? dateAt(Date.parse(due), zone) : due);
  const [allTodos, allEntries, runs] = await Promise.all([
    currentValue(ports.todos.list()),
    currentValue(ports.entries.list()),
    currentValue(ports.scheduledRuns.list()),
  ]);
  const todos = allTodos
    .filter((todo) => !todo.done)
    .flatMap((todo) => {
      const day = dayOf(todo);
      return day !== null && day <= last && (day >= first || span === 'today') ? [{ todo, day }] : [];
    })
    .sort((a, b) => (a.day === b.day ? a.todo.position - b.todo.position : a.day < b.day ? -1 : 1))
    .map(({ todo }) => todo);
  const entries = occurrencesIn(allEntries, time).map(({ entry }) => entry);
  const active = runs.filter((run) => run.active);
  const plans = scheduledStarts(active, Date.parse(now), time.until)
    .map(({ entry }) => entry)
    .filter(({ start }) => Date.parse(start) >= time.from)
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  if (todos.length === 0 && entries.length === 0 && plans.length === 0)
    return first === last
      ? { kind: 'sentence', code: 'view_empty_day', params: { from: first } }
      : { kind: 'sentence', code: 'view_empty', params: { from: first, until: last } };
  return { kind: 'agenda', ...days, entries, conflicts: conflictsIn(entries), plans, todos };
}

/** Returns the first and the last day that a word names; weeks begin on Monday. */
function daysOf(word: 'today' | 'week' | 'next_week' | 'month' | 'next_month', today: CalendarDate): Days {
  const monday = addDays(today, 1 - weekdayOf(today));
  const first = `${today.slice(0, 8)}01`;
  switch (word) {
    case 'today':
      return { span: 'today', from: today, until: today };
    case 'week':
      return { span: 'week', from: monday, until: addDays(monday, 6) };
    case 'next_week':
      return { span: 'days', from: addDays(monday, 7), until: addDays(monday, 13) };
    case 'month':
      return { span: 'month', from: first, until: addDays(addMonths(first, 1), -1) };
    case 'next_month':
      return { span: 'days', from: addMonths(first, 1), until: addDays(addMonths(first, 2), -1) };
  }
}

/** Returns the days that a text names; null if it says anything else. */
function daysIn(text: string, now: string, zone: string): Days | null {
  const when = parseTimeText(text, now, zone);
  if (!when || when.rest !== '') return null;
  const day = (time: string) => (when.all_day ? time : dateAt(Date.parse(time), zone));
  const [from, until] = [day(when.start), day(when.end ?? when.start)];
  return { span: from === until ? 'day' : 'days', from, until };
}

/** Returns the groups of entries that overlap one another, in order; all-day entries never count. */
function conflictsIn(entries: readonly CalendarEntry[]): OverlappingEntries[] {
  const timed = entries.filter(({ all_day }) => !all_day).map((entry) => ({ ...entry, ...entrySpan(entry) }));
  const groups: (typeof timed)[] = [];
  for (const entry of timed) {
    const group = groups.at(-1);
    if (group?.some((other) => spansOverlap(other, entry))) group.push(entry);
    else groups.push([entry]);
  }
  const iso = (ms = 0) => new Date(ms).toISOString();
  return groups
    .filter((group) => new Set(group.map(({ id }) => id)).size > 1)
    .map((group) => ({
      titles: group.map(({ title }) => title),
      start: iso(group[1]?.from),
      end: iso(group.map(({ until }) => until).sort((a, b) => b - a)[1]),
    }));
}
