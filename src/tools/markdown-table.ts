/** Rows as a Markdown table whose first row is the head; short rows are filled up. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head, ...body] = rows;
  if (!head) return '';
  const width = Math.max(...rows.map((row) => row.length));
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cell(row[at] ?? '')).join(' | ')} |`;
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

const cell = (text: string) => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
