import type { CalendarEntry } from '../domain/agenda/calendar-entry.ts';
import type { Todo } from '../domain/agenda/todo.ts';

/** A sentence for the ui to word: `commands.<code>` of the texts. Times in it are dates or instants in UTC and `repeat` is an RRULE, for the ui to write. */
export interface CommandSentence {
  kind: 'sentence';
  code:
    | 'todo_added'
    | 'todo_added_due'
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
    | 'view_not_understood'
    | 'view_empty';
  params: Record<string, string>;
}

/** Two entries that take the same time, and which. */
export interface EntryConflict {
  first: string;
  second: string;
  start: string;
  end: string;
}

/** What a command answers: a sentence, rows to show, or the plan. */
export type CommandAnswer =
  | CommandSentence
  | { kind: 'todos'; todos: Todo[] }
  | { kind: 'entries'; entries: CalendarEntry[] }
  | {
      kind: 'agenda';
      span: 'today' | 'week' | 'month' | 'day' | 'days';
      from: string;
      until: string;
      /** Each time they take place within it. */
      entries: CalendarEntry[];
      conflicts: EntryConflict[];
      todos: Todo[];
    }
  | { kind: 'plan' };
