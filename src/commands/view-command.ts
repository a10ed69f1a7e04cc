import { addDays, addMonths, dateAt, startOfDay, weekdayOf, type CalendarDate } from '../domain/calendar-date.ts';
import { overlaps } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import type { Todo } from '../domain/todo.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer } from './command-answer.ts';
import { firstOf } from './first-of.ts';

const words = new Map<string, 'today' | 'week' | 'month' | 'plan'>([
  ['', 'today'],
  ['today', 'today'],
  ['今天', 'today'],
  ['今日', 'today'],
  ['week', 'week'],
  ['this week', 'week'],
  ['本周', 'week'],
  ['这周', 'week'],
  ['month', 'month'],
  ['this month', 'month'],
  ['本月', 'month'],
  ['这个月', 'month'],
  ['plan', 'plan'],
  ['计划', 'plan'],
]);

/** `/view today|week|month|plan`: the entries and the open to-dos of that time (R10.1); today has the overdue ones, too. */
export async function viewCommand(
  text: string,
  ports: { todos: Stores['todos']; entries: Stores['entries']; clock: Clock },
): Promise<CommandAnswer> {
  const span = words.get(text.trim().toLowerCase());
  if (span === undefined) return { kind: 'sentence', code: 'view_not_understood', params: { text: text.trim() } };
  if (span === 'plan') return { kind: 'plan' };
  const zone = ports.clock.zone();
  const today = dateAt(Date.parse(ports.clock.now()), zone);
  const [first, last] = daysOf(span, today);
  const time = { from: startOfDay(first, zone), until: startOfDay(addDays(last, 1), zone) };
  const dayOf = ({ due }: Todo) => (due === null ? null : due.includes('T') ? dateAt(Date.parse(due), zone) : due);
  const [allTodos, allEntries] = await Promise.all([firstOf(ports.todos.list()), firstOf(ports.entries.list())]);
  const todos = allTodos
    .filter((todo) => !todo.done)
    .flatMap((todo) => {
      const day = dayOf(todo);
      return day !== null && day <= last && (day >= first || span === 'today') ? [{ todo, day }] : [];
    })
    .sort((a, b) => (a.day === b.day ? a.todo.position - b.todo.position : a.day < b.day ? -1 : 1))
    .map(({ todo }) => todo);
  const entries = allEntries
    .filter((entry) => overlaps(entrySpan(entry), time))
    .sort((a, b) => entrySpan(a).from - entrySpan(b).from);
  if (todos.length === 0 && entries.length === 0)
    return { kind: 'sentence', code: 'view_empty', params: { from: first, until: last } };
  return { kind: 'agenda', span, from: first, until: last, entries, todos };
}

/** The first and the last day; weeks begin on Monday. */
function daysOf(span: 'today' | 'week' | 'month', today: CalendarDate): [CalendarDate, CalendarDate] {
  switch (span) {
    case 'today':
      return [today, today];
    case 'week': {
      const monday = addDays(today, 1 - weekdayOf(today));
      return [monday, addDays(monday, 6)];
    }
    case 'month': {
      const first = `${today.slice(0, 8)}01`;
      return [first, addDays(addMonths(first, 1), -1)];
    }
  }
}
