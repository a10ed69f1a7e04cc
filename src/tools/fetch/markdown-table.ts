import { areRowLengthsTooUneven } from '../../records/tables.ts';

/**
 * Returns rows as a Markdown table whose first row is the header; short rows are padded, unless padding would be most
 * of the table.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head, ...body] = rows;
  if (!head) return '';
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const ragged = areRowLengthsTooUneven(rows, widest);
  const width = ragged ? head.length : widest;
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: ragged ? row.length : width }, (_, at) => cell(row[at] ?? '')).join(' | ')} |`;
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

const cell = (text: string) => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
