import { csvRows } from '../domain/csv-rows.ts';
import { csvSeparator } from '../domain/csv-separator.ts';
import { type Json, parseJson } from '../domain/json.ts';
import { columnsOf } from './columns-of.ts';
import { csvText } from './csv-text.ts';
import { rowsOf } from './rows-of.ts';
import { writtenContent } from './written-content.ts';

type Appended = { ok: true; text: string } | { ok: false; fault: string };

/**
 * The text of a file with something added at its end, on a new line. A JSON list gets further items, and rows given as
 * objects go under the columns that a CSV file has, so that the file stays readable as what its name says.
 */
export function appendedContent(name: string, before: string, content: Json): Appended {
  if (before.trim() === '') return { ok: true, text: before + writtenContent(name, content) };
  const held = /\.json$/i.test(name) ? parseJson(before) : undefined;
  if (held !== undefined) return withItems(name, held, content);
  if (/\.csv$/i.test(name) && typeof content !== 'string') return withRows(name, before, content);
  return { ok: true, text: onNewLine(before, writtenContent(name, content)) };
}

function withItems(name: string, held: Json, content: Json): Appended {
  const more = typeof content === 'string' ? parseJson(content) : content;
  if (!Array.isArray(held))
    return {
      ok: false,
      fault: `“${name}” holds JSON that is no list, so nothing can be added at its end: write it anew`,
    };
  if (more === undefined)
    return { ok: false, fault: `“${name}” holds a JSON list: what is added to it must be JSON, too` };
  return { ok: true, text: writtenContent(name, [...held, ...(Array.isArray(more) ? more : [more])]) };
}

function withRows(name: string, before: string, content: Json): Appended {
  const [head = []] = csvRows(before);
  const columns = head.map((column) => column.trim());
  const unknown = columnsOf(content).filter((column) => !columns.includes(column));
  if (unknown.length > 0)
    return { ok: false, fault: `“${name}” has the columns ${columns.join(', ')}, but not ${unknown.join(', ')}` };
  return { ok: true, text: onNewLine(before, csvText(rowsOf(content, columns), csvSeparator(before))) };
}

function onNewLine(before: string, more: string): string {
  return before + (/[\r\n]$/.test(before) || /^[\r\n]/.test(more) ? '' : '\n') + more;
}
