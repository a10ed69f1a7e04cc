import { listNumber, lineMark } from '../task-lists/line-mark.ts';
import { readMarkdownTodos, type LeftLine } from './markdown-todos.ts';
import { isTodoTable, readSheetTodos, type SheetRest } from './sheet-todos.ts';
import type { TodoItem } from './todo-item.ts';
import { todoTxt } from './todo-txt.ts';

/**
 * The to-dos of a file. `encoding` is a guess. `left` has the lines and skipped tasks that became no to-dos; `rest`
 * contains the same for a table. `none`: the file has no to-dos; `unlike`: it is not a file of to-dos; `no_title`: it
 * is a table without a column for titles.
 */
export type ReadTodos =
  | { ok: true; items: TodoItem[]; left?: LeftLine[]; rest?: SheetRest; encoding?: string }
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
  const listed = isTodoTxt(name, text) ? { items: [], left: [] } : readMarkdownTodos(text, zone);
  const isListed = listed.items.length > 0 || isNotTodoTxt(name, text);
  const items = isListed ? listed.items : todoTxt.read(isTodoTxt(name, text) ? text : withoutListMarks(text), zone);
  return upToMost(items, isListed && listed.left.length > 0 ? { left: listed.left } : {});
}

function upToMost(items: TodoItem[], told: { left?: LeftLine[]; rest?: SheetRest }): ReadTodos {
  if (items.length === 0) return { ok: false, error: 'none' };
  return items.length > most ? { ok: false, error: 'too_many' } : { ok: true, items, ...told };
}

/**
 * Returns a text without the bullets and list numbers at the beginning of its lines: `1、`, `（1）`, `①`, `- `. As `1.` may
 * also begin a date or an amount, it counts only where a line has the number before or after it.
 */
function withoutListMarks(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const isDotted = (line: string) => /^\s*[\d０-９]+[.．)）。]/.test(line);
  const dotted = new Set(
    lines.flatMap((line) => (isDotted(line) ? (listNumber(line.trim())?.parts.slice(0, 1) ?? []) : [])),
  );
  return lines
    .map((line) => {
      const mark = lineMark(line);
      if (!mark || mark.box !== null || mark.level !== null || mark.number?.style === 'word') return line;
      const number = mark.number?.parts[0] ?? 0;
      return isDotted(line) && !dotted.has(number - 1) && !dotted.has(number + 1) ? line : mark.text;
    })
    .join('\n');
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
