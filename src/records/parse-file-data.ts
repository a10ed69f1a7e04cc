import { tablesFromMarkdown, readCsv, tableRows } from './tables.ts';
import type { Json } from '../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../values/exact-json.ts';

/**
 * Parses the data in a text file: the value of JSON, the rows of CSV, by `rowsOf`, or the rows of the first Markdown
 * table; otherwise returns the text.
 */
export function parseFileData(
  { name, mime, content }: { name: string; mime: string; content: string },
  rowsOf: (csv: string) => Json = (csv) => readCsv(csv).rows,
): Json {
  if (/\.(json|geojson)$/i.test(name) || mime === 'application/json') return exactData(content) ?? content;
  if (/\.(jsonl|ndjson)$/i.test(name)) return jsonLines(content) ?? content;
  if (isCsv({ name, mime })) return rowsOf(content);
  const [table] = /\.(md|markdown)$/i.test(name) || mime === 'text/markdown' ? tablesFromMarkdown(content) : [];
  return table ? tableRows(table) : content;
}

/** True if a file is a table as CSV, with any separator. */
export const isCsv = ({ name, mime }: { name: string; mime: string }): boolean =>
  /\.(csv|tsv|tab)$/i.test(name) || /^text\/(csv|tab-separated-values)/.test(mime);

function jsonLines(text: string): Json | undefined {
  const values = text.split('\n').filter((line) => line.trim() !== '');
  return exactData(`[${values.join(',')}]`);
}

/** The value of JSON; integers too large for a number become strings of their digits. */
function exactData(text: string): Json | undefined {
  const value = parseJsonWithExactIntegers(text);
  return value === undefined ? undefined : unmarkIntegers(value);
}
