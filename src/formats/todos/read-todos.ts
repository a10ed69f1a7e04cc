import { englishMonthPattern } from '../../calendar/english-month.ts';
import { parseListItemMarker, type ListItemMarker } from '../task-lists/line-mark.ts';
import { readMarkdownTodos, type UnusedLine } from './markdown-todos.ts';
import { isTodoTable, readSheetTodos, type UnusedSheetParts } from './sheet-todos.ts';
import type { TodoItem } from './todo-item.ts';
import { todoTxtCodec } from './todo-txt.ts';

/**
 * The to-dos of a file. `encoding` is a guess. `left` has the lines and skipped tasks that became no to-dos; `rest`
 * contains the same for a table. `none`: the file has no to-dos; `unlike`: it is not a file of to-dos; `no_title`: it
 * is a table without a column for titles.
 */
export type TodoFileReading =
  | { ok: true; items: TodoItem[]; left?: UnusedLine[]; rest?: UnusedSheetParts; encoding?: string }
  | { ok: false; error: 'none' | 'unlike' | 'no_title' | 'too_many' }
  | { ok: false; error: 'encoding'; line: number };

const most = 5000;

/** Returns the to-dos of a file, which is a Markdown task list, todo.txt, or a table. */
export function readTodos(name: string, text: string, { zone, now }: { zone: string; now: string }): TodoFileReading {
  if (text.includes('\0')) return { ok: false, error: 'unlike' };
  if (isTodoTable(name, text)) {
    const sheet = readSheetTodos(text, zone, now);
    return sheet ? upToMost(sheet.items, { rest: sheet.rest }) : { ok: false, error: 'no_title' };
  }
  const markdownTodos = isTodoTxt(name, text) ? { items: [], left: [] } : readMarkdownTodos(text, zone);
  const isListed = markdownTodos.items.length > 0 || isNotTodoTxt(name, text);
  if (isListed) return upToMost(markdownTodos.items, markdownTodos.left.length > 0 ? { left: markdownTodos.left } : {});
  const list = isTodoTxt(name, text) ? { text, left: [] } : withoutListMarks(text);
  return upToMost(todoTxtCodec.read(list.text, zone), list.left.length > 0 ? { left: list.left } : {});
}

function upToMost(items: TodoItem[], unusedParts: { left?: UnusedLine[]; rest?: UnusedSheetParts }): TodoFileReading {
  if (items.length === 0) return { ok: false, error: 'none' };
  return items.length > most ? { ok: false, error: 'too_many' } : { ok: true, items, ...unusedParts };
}

/**
 * Returns a text without the bullets and list numbers at the beginning of its lines: `1、`, `（1）`, `①`, `- `. A number
 * that may also begin a date or an amount, such as `1.`, counts only in a list that begins with 1 and leaves none out.
 * A line with a colon at its end that stands above nothing but a list is its heading, and is left out.
 */
function withoutListMarks(text: string): { text: string; left: UnusedLine[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const marks = lines.map((line) => {
    const mark = parseListItemMarker(line);
    if (!mark || mark.box !== null || mark.level !== null || mark.number?.style === 'word') return null;
    return decimal.test(line) || (mark.number && startsWithMonth.test(mark.text)) ? null : mark;
  });
  const listMarks = inLists(marks.map((mark, at) => (mark && ambiguous.test(lines[at] ?? '') ? mark : null)));
  const plainLines = lines.map((line, at) => {
    const mark = marks[at];
    return !mark || (ambiguous.test(line) && !listMarks.has(mark)) ? line : mark.text;
  });
  const [first = -1, ...rest] = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const isHeading = /[：:]\s*$/u.test(lines[first] ?? '') && !marks[first];
  const isHeaded = isHeading && rest.length > 0 && rest.every((at) => plainLines[at] !== lines[at]);
  return isHeaded
    ? { text: plainLines.slice(first + 1).join('\n'), left: [{ line: first + 1, text: (lines[first] ?? '').trim() }] }
    : { text: plainLines.join('\n'), left: [] };
}

const decimal = /^\s*[\d０-９]+[.．][\d０-９]/;
const startsWithMonth = new RegExp(
  `^(?:月|(?:${englishMonthPattern}|januar|februar|märz|mai|juni|juli|oktober|dezember|okt|dez)(?!\\p{L}))`,
  'iu',
);
/** A number that may be no list number: “3. Oktober”, “1、2号楼”, “三、四月”, “(010)”. */
const ambiguous =
  /^\s*(?:[\d０-９]+(?:[.．)）。]|、(?=[\d０-９]))|[一二三四五六七八九十]+(?:[.．]|、(?=[一二三四五六七八九十]))|[(（][\d０-９]{3})/;

/** Returns the marks of lists that count from 1 to at least 2; a nested list counts for itself. */
function inLists(marks: (ListItemMarker | null)[]): Set<ListItemMarker> {
  const lists = new Map<number, ListItemMarker[][]>();
  for (const mark of marks) {
    if (!mark) continue;
    const ofWidth = lists.get(mark.width) ?? [];
    lists.set(mark.width, ofWidth);
    const last = ofWidth.at(-1);
    if (last && mark.number?.parts[0] !== 1) last.push(mark);
    else ofWidth.push([mark]);
  }
  const isList = (list: ListItemMarker[]) =>
    list.length > 1 && list.every(({ number }, at) => number?.parts[0] === at + 1);
  return new Set([...lists.values()].flat().filter(isList).flat());
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
