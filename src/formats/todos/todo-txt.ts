import { dateAt } from '../../values/calendar-date.ts';
import { percentDecoded } from '../../values/percent-decoded.ts';
import { zonedTodoTimeCodec } from './markdown-todo-format.ts';
import { itemWithinLimits, type TodoItem } from './todo-item.ts';

/** A to-do of a todo.txt file, with the dates of its creation and last change. */
export interface TodoTxtItem extends TodoItem {
  created_at: string;
  updated_at: string;
}

/**
 * The head of a line: `x`, the priority, and the days of completion and creation; an open to-do has the creation day
 * only.
 */
const head = /^(?:x\s+(?:\([A-Z]\)\s+)?(?:\d{4}-\d{2}-\d{2}\s+){0,2}|(?:\([A-Z]\)\s+)?(?:\d{4}-\d{2}-\d{2}\s+)?)/;
const letters: Readonly<Record<TodoItem['priority'], string | null>> = { high: 'A', normal: null, low: 'D' };

/** Writes to-dos in the format of todo.txt, one a line, and reads them. */
export const todoTxtCodec = {
  /**
   * Notes are in `note:`, with white space percent-encoded. Loses line breaks in a title, white space in a tag, and
   * titles whose words look like the format's own signs (`@home`, `+garden`, `due:2026-01-31`).
   */
  write(items: readonly TodoTxtItem[], zone: string): string {
    return items.map((item) => `${line(item, zone)}\n`).join('');
  },

  /**
   * Returns the to-dos of a text. A word `@home` or `+garden` is a tag wherever it is; at the end of a line it is
   * removed from the title.
   */
  read(text: string, zone: string): TodoItem[] {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
    return lines.flatMap((each) => (each.trim() === '' ? [] : (itemWithinLimits(itemOf(each.trim(), zone)) ?? [])));
  },
};

function line(item: TodoTxtItem, zone: string): string {
  const day = (instant: string) => dateAt(Date.parse(instant), zone);
  const letter = letters[item.priority];
  const notes = item.notes.trim();
  return [
    item.done ? `x ${day(item.updated_at)}` : letter === null ? '' : `(${letter})`,
    day(item.created_at),
    item.title.replace(/\s+/gu, ' ').trim(),
    ...item.tags.map((tag) => `@${tag.replace(/\s+/gu, '_')}`),
    item.due === null ? '' : `due:${zonedTodoTimeCodec.write(item.due, zone)}`,
    item.done && letter !== null ? `pri:${letter}` : '',
    notes === '' ? '' : `note:${notes.replace(/[\s%]/gu, encodeURIComponent)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function itemOf(text: string, zone: string): TodoItem {
  const start = head.exec(text)?.[0] ?? '';
  const item: TodoItem = {
    title: '',
    notes: '',
    due: null,
    priority: priorityOf(/\(([A-Z])\)/.exec(start)?.[1]),
    tags: [],
    done: start.startsWith('x'),
  };
  const words = text
    .slice(start.length)
    .split(/\s+/u)
    .filter((word) => word !== '' && !isExtension(word, item, zone));
  const isTag = (word: string | undefined) => word !== undefined && /^[@+]\S+$/u.test(word);
  item.tags = words.filter(isTag).map((word) => word.slice(1));
  const last = words.findLastIndex((word) => !isTag(word));
  item.title = last < 0 ? words.join(' ') : words.slice(0, last + 1).join(' ');
  return item;
}

/** True if a `key:value` matches a field of a to-do, which is then set; all others stay in the title. */
function isExtension(word: string, item: TodoItem, zone: string): boolean {
  const [, key, value = ''] = /^(due|pri|note):(\S+)$/u.exec(word) ?? [];
  if (key === 'due') {
    const due = zonedTodoTimeCodec.read(value, zone);
    if (due !== null) item.due = due;
    return due !== null;
  }
  if (key === 'pri' && /^[A-Z]$/.test(value)) {
    item.priority = priorityOf(value);
    return true;
  }
  if (key !== 'note') return false;
  item.notes = percentDecoded(value);
  return true;
}

/** Returns the priority of a letter: A is high, B and C are medium, the rest is low. */
function priorityOf(letter: string | undefined): TodoItem['priority'] {
  if (letter === undefined) return 'normal';
  return letter === 'A' ? 'high' : letter > 'C' ? 'low' : 'normal';
}
