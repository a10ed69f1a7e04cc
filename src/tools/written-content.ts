import type { Json } from '../domain/json.ts';
import { columnsOf } from './columns-of.ts';
import { csvText } from './csv-text.ts';
import { rowsOf } from './rows-of.ts';

/** The text of a new file. A text is kept as it is; a value becomes CSV or JSON Lines where the name says so, else JSON. */
export function writtenContent(name: string, content: Json): string {
  if (typeof content === 'string') return content;
  if (/\.csv$/i.test(name)) {
    const columns = columnsOf(content);
    return csvText([...(columns.length > 0 ? [columns] : []), ...rowsOf(content, columns)]);
  }
  if (/\.(jsonl|ndjson)$/i.test(name)) {
    const items = Array.isArray(content) ? content : [content];
    return items.map((item) => `${JSON.stringify(item)}\n`).join('');
  }
  return `${JSON.stringify(content, null, 2)}\n`;
}
