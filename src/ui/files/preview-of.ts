import { csvRows } from '../../domain/csv-rows.ts';
import type { SessionFile } from '../../domain/session-file.ts';

const mostText = 100_000;
const mostRows = 200;

/** How a file is shown; `shortened` when that is not all of it. */
export type Preview =
  | { kind: 'markdown' | 'text'; text: string; shortened: boolean }
  | { kind: 'table'; head: string[]; rows: string[][]; total: number; shortened: boolean }
  | { kind: 'empty' }
  | { kind: 'none' };

export function previewOf({ name, mime, content }: Pick<SessionFile, 'name' | 'mime' | 'content'>): Preview {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const is = (type: RegExp, endings: string[]) => type.test(mime) || endings.includes(ending);
  if (isData(content)) return { kind: 'none' };
  if (content.trim() === '') return { kind: 'empty' };
  if (is(/^text\/(csv|tab-separated-values)/, ['csv', 'tsv'])) {
    const [head = [], ...rows] = csvRows(content);
    return {
      kind: 'table',
      head,
      rows: rows.slice(0, mostRows),
      total: rows.length,
      shortened: rows.length > mostRows,
    };
  }
  const kind = is(/^text\/markdown/, ['md', 'markdown']) ? 'markdown' : 'text';
  return { kind, text: content.slice(0, mostText), shortened: content.length > mostText };
}

/** Files that are no text are kept as a `data:` address. */
function isData(content: string): boolean {
  return /^data:[\w.+-]+\/[\w.+-]+;base64,/.test(content);
}
