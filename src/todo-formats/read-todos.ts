import { readMarkdownTodos } from './markdown-todos.ts';
import type { TodoItem } from './todo-item.ts';
import { todoTxt } from './todo-txt.ts';

/** `encoding` is a guess. `left` counts the lines and dropped tasks that are no to-dos. `none`: there are no to-dos in the file; `unlike`: it is no file of to-dos at all. */
export type ReadTodos =
  | { ok: true; items: TodoItem[]; left?: number; encoding?: string }
  | { ok: false; fault: 'none' | 'unlike' | 'too_many' }
  | { ok: false; fault: 'encoding'; line: number };

const most = 5000;

/** The to-dos of a file, a Markdown task list or todo.txt, whichever it is. */
export function readTodos(name: string, text: string, zone: string): ReadTodos {
  if (text.includes('\0')) return { ok: false, fault: 'unlike' };
  const listed = isTodoTxt(name, text) ? { items: [], left: 0 } : readMarkdownTodos(text, zone);
  const isListed = listed.items.length > 0 || isNotTodoTxt(name, text);
  const items = isListed ? listed.items : todoTxt.read(text, zone);
  if (items.length === 0) return { ok: false, fault: 'none' };
  return items.length > most
    ? { ok: false, fault: 'too_many' }
    : { ok: true, items, ...(isListed && listed.left > 0 ? { left: listed.left } : {}) };
}

/** A file of that name, or one in which tasks begin with their priority, `x` and days. */
function isTodoTxt(name: string, text: string): boolean {
  return /(?:^|[-_.])(?:todo|done)\.txt$/i.test(name) && !/^\s*(?:[-*+]|\d+[.)])\s+\[.\]/mu.test(text);
}

/** Anything can stand in a todo.txt; what is named or begins like something else is not taken for one. */
function isNotTodoTxt(name: string, text: string): boolean {
  if (/\.(?:md|markdown|mdown|json|html?|xml|csv|ics)$/i.test(name)) return true;
  return /^\s*(?:[<{[]|#\s|BEGIN:|%PDF)/.test(text);
}
