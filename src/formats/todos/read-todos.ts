import { readMarkdownTodos } from './markdown-todos.ts';
import { isTodoTable, readSheetTodos, type SheetRest } from './sheet-todos.ts';
import type { TodoItem } from './todo-item.ts';
import { todoTxt } from './todo-txt.ts';

/**
 * The to-dos of a file. `encoding` is a guess. `left` counts the lines and skipped tasks that became no to-dos; `rest`
 * contains the same for a table. `none`: the file has no to-dos; `unlike`: it is not a file of to-dos; `no_title`: it
 * is a table without a column for titles.
 */
export type ReadTodos =
  | { ok: true; items: TodoItem[]; left?: number; rest?: SheetRest; encoding?: string }
  | { ok: false; error: 'none' | 'unlike' | 'no_title' | 'too_many' }
  | { ok: false; error: 'encoding'; line: number };

const most = 5000;

/** Returns the to-dos of a file, which is a Markdown task list, todo.txt, or a table. */
export function readTodos(name: string, text: string, { zone, now }: { zone: string; now: string }): ReadTodos {
  if (text.includes('\0')) return { ok: false, error: 'unlike' };
  if (isTodoTable(name, text)) {
    const sheet = readSheetTodos(text, zone, now);
    return sheet ? upToMost(sheet.items, { rest: sheet.rest }) : { ok: false, error: 'no_title' };
  }
  const listed = isTodoTxt(name, text) ? { items: [], left: 0 } : readMarkdownTodos(text, zone);
  const isListed = listed.items.length > 0 || isNotTodoTxt(name, text);
  const items = isListed ? listed.items : todoTxt.read(text, zone);
  return upToMost(items, isListed && listed.left > 0 ? { left: listed.left } : {});
}

function upToMost(items: TodoItem[], told: { left?: number; rest?: SheetRest }): ReadTodos {
  if (items.length === 0) return { ok: false, error: 'none' };
  return items.length > most ? { ok: false, error: 'too_many' } : { ok: true, items, ...told };
}

/** True if a file is todo.txt by its name, and contains no Markdown task. */
function isTodoTxt(name: string, text: string): boolean {
  return /(?:^|[-_.])(?:todo|done)\.txt$/i.test(name) && !/^\s*(?:[-*+]|\d+[.)])\s+\[.\]/mu.test(text);
}

/** True if a file is certainly not todo.txt, by its name or beginning: any text could be one. */
function isNotTodoTxt(name: string, text: string): boolean {
  if (/\.(?:md|markdown|mdown|json|html?|xml|ics)$/i.test(name)) return true;
  return /^\s*(?:[<{[]|#\s|BEGIN:|%PDF)/.test(text);
}
