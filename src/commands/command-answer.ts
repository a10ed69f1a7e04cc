import type { CalendarEntry } from '../records/calendar-entry.ts';
import type { Todo } from '../records/todo.ts';
import type { TimeError } from '../calendar/words/found-time.ts';

/**
 * A one-sentence answer to a command: the message `commands.<code>` with its parameters. Times are dates or instants in
 * UTC and `repeat` is an RRULE; the interface formats them.
 */
export interface CommandAnswerText {
  kind: 'sentence';
  code:
    | `unreadable_${TimeError}`
    | 'todo_empty'
    | 'todo_needs_title'
    | 'entry_added'
    | 'entry_added_overlapping'
    | 'entry_added_repeating'
    | 'entry_added_repeating_overlapping'
    | 'entry_never'
    | 'entries_empty'
    | 'entry_not_understood'
    | 'entry_needs_title'
    | 'entry_change'
    | 'view_not_understood'
    | 'view_empty'
    | 'view_empty_day';
  params: Record<string, string>;
  /** Set if the time that was added has passed. */
  past?: true;
  /** The minutes before the start at which the entry that was added has a reminder. */
  reminder?: number;
}

/** The titles of entries that overlap, and the time that more than one of them takes. */
export interface OverlappingEntries {
  titles: string[];
  start: string;
  end: string;
}

/** The answer to a command: a sentence, rows to show, or the plan. */
export type CommandAnswer =
  | CommandAnswerText
  /** An added to-do; `again` is the text that puts it into the calendar, if it names a repetition. */
  | { kind: 'todo_added'; todo: Todo; again: string | null }
  | { kind: 'todos'; todos: Todo[] }
  | { kind: 'entries'; entries: CalendarEntry[] }
  | {
      kind: 'agenda';
      span: 'today' | 'week' | 'month' | 'day' | 'days';
      from: string;
      until: string;
      /** One entry per occurrence within the days. */
      entries: CalendarEntry[];
      conflicts: OverlappingEntries[];
      /** The starts of scheduled plans within the days. */
      plans: CalendarEntry[];
      todos: Todo[];
    }
  | { kind: 'plan' };
