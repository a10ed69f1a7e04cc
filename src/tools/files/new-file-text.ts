import { csvCell } from '../../values/csv-cell.ts';
import { type Json, isRecord } from '../../values/json.ts';
import { isMarkedInteger, parseJsonWithExactIntegers, stringifyExactJson } from '../../values/exact-json.ts';
import type { CsvFormat } from '../../records/written-numbers.ts';

/**
 * Returns the text of a new file. Text stays unchanged; a value becomes CSV (also in .xlsx), TSV or JSON Lines if the
 * name ends so, else JSON. CSV is written as `form` says, the form of the file that the value comes from.
 */
export function newFileText(name: string, given: Json, form: CsvFormat = plainForm): string {
  const content = rowsWrittenAsJson(name, given);
  if (typeof content === 'string') return content;
  const [, ending] = /\.(csv|xlsx|tsv|tab)$/i.exec(name) ?? [];
  if (ending !== undefined) {
    const columns = columnNamesOfRows(content);
    const rows = [...(columns.length > 0 ? [columns] : []), ...cellRowsOfValue(content, columns)];
    return csvText(rows, /^(csv|xlsx)$/i.test(ending) ? form : { ...form, separator: '\t' });
  }
  if (/\.(jsonl|ndjson)$/i.test(name)) {
    const items = Array.isArray(content) ? content : [content];
    return items.map((item) => `${stringifyExactJson(item)}\n`).join('');
  }
  return `${stringifyExactJson(content, 2)}\n`;
}

/** A text that is one code fence, with at most one short line before it and one after it. */
const oneFence =
  /^(?:(?<before>[^\n]{1,120})\n\s*)?(?<mark>`{3,}|~{3,})[ \t]*(?<language>[\w-]*)[ \t]*\n(?<inside>[^]*\n)\k<mark>[ \t]*(?:\n\s*(?<after>[^\n]{1,120}))?$/u;
/** The beginning of a line that a model says to the person about what it wrote. */
const talk =
  /^(?:(?:sure|here(?:['’]s| is| are)|certainly|of course|absolutely|okay|ok|great|below is|this is|let me know|feel free|i hope|i have|i['’]ve|would you)\b|好的|以下|这是|当然|下面|如需|如果|希望|已)/iu;

/** A heading with a blank line after it, unlike a comment in a program. */
const heading = /^#{1,6} \p{L}[^\n]*\n[^\S\n]*$/gmu;
/** A long line of whole sentences. */
const paragraph = /^(?=.{200})[\p{L}“"*_].*[.!?…。！？]["”’)*_]*$/mu;

/**
 * Returns a text without the code fence that a model put around all of it, and without the line of talk before and
 * after it; any other content unchanged. Only prose loses a fence, and one without a language, for plain text or with
 * such a line only if it is no code block of a document. The content is that of the whole file.
 */
export function contentWithoutFence(name: string, content: Json): Json {
  const [, ending = ''] = /\.(md|markdown|txt|docx)$/i.exec(name) ?? [];
  const fence =
    typeof content === 'string' && ending !== '' ? oneFence.exec(content.replace(/\r\n/g, '\n').trim()) : null;
  const { before, after, mark = '', language = '', inside = '' } = fence?.groups ?? {};
  if (!fence || [before, after].some((line) => line !== undefined && !talk.test(line.trim()))) return content;
  const isMarkdown = /^(?:md|markdown)$/i.test(language);
  const headings = inside.match(heading)?.length ?? 0;
  const isPlain = /^(?:text|txt)?$/i.test(language) && (ending === 'txt' || headings > 0);
  const isDocument = (before ?? after) === undefined || headings > 1 || paragraph.test(inside);
  /** Fences inside must be pairs that begin with a language: otherwise the outer marks belong to two blocks. */
  const marks = inside.split('\n').filter((line) => line.startsWith(mark));
  const isPaired = marks.length % 2 === 0 && marks.every((line, at) => (at % 2 === 0) === /\w/.test(line));
  return (isMarkdown || isPlain) && isDocument && isPaired ? inside : content;
}

const plainForm: CsvFormat = { separator: ',', mark: null };

/**
 * Rows as CSV (RFC 4180), each on its own line; numbers have the decimal mark of the form, other values that are no
 * text are written as JSON, null as an empty cell.
 */
export function csvText(rows: readonly (readonly Json[])[], form: CsvFormat = plainForm): string {
  return rows.map((row) => `${row.map((cell) => field(cell, form)).join(form.separator)}\n`).join('');
}

function field(cell: Json, { separator, mark }: CsvFormat): string {
  const text =
    typeof cell === 'number' && mark === ','
      ? stringifyExactJson(cell).replace('.', ',')
      : cell === null
        ? ''
        : isMarkedInteger(cell)
          ? cell.slice(0, -1)
          : typeof cell === 'string'
            ? cell
            : stringifyExactJson(cell);
  return csvCell(text, separator);
}

/**
 * Returns what is to be written to a file: rows that are written as JSON in a text are rows, if it becomes a workbook.
 */
export function rowsWrittenAsJson(name: string, content: Json): Json {
  if (typeof content !== 'string' || !/\.xlsx$/i.test(name) || !/^\s*\[\s*[[{]/.test(content)) return content;
  const value = parseJsonWithExactIntegers(content);
  const isRows = Array.isArray(value) && value.every((row) => Array.isArray(row) || isRecord(row));
  return isRows ? value : content;
}

/** Returns the columns of rows given as objects, in the order of their first use; none for lists of cells. */
export function columnNamesOfRows(rows: Json): string[] {
  const items = Array.isArray(rows) ? rows : [rows];
  const keys = items.flatMap((item) => (isRecord(item) ? Object.keys(item) : []));
  return [...new Set(keys)];
}

/** A value as rows of cells: lists unchanged, objects ordered by `columns`, anything else as a row of one cell. */
export function cellRowsOfValue(value: Json, columns: readonly string[]): Json[][] {
  return (Array.isArray(value) ? value : [value]).map((item) => {
    if (Array.isArray(item)) return item;
    return typeof item === 'object' && item !== null ? columns.map((column) => item[column] ?? null) : [item];
  });
}
