/** A part of a document: a paragraph, an item of a list, or a table. */
export interface WordDocumentBlock {
  text: string;
  isItem: boolean;
}

export interface TableCell {
  blocks: WordDocumentBlock[];
  span: number;
}

/** Returns the number of columns of a table. */
export function tableWidth(rows: readonly (readonly TableCell[])[]): number {
  return Math.max(0, ...rows.map((row) => row.reduce((sum, { span }) => sum + span, 0)));
}

/** Returns a table as Markdown; one that is within a cell as lines, and one without text as an empty text. */
export function markdownFromWordTable(rows: readonly (readonly TableCell[])[], isWithin: boolean): string {
  const width = tableWidth(rows);
  const cells = rows.map((row) =>
    row.flatMap(({ blocks, span }) => [cellText(blocks), ...Array.from({ length: span - 1 }, () => '')]),
  );
  if (cells.flat().every((text) => text === '')) return '';
  if (isWithin) return cells.map((row) => row.filter((text) => text !== '').join(' – ')).join('\n');
  const lines = cells.map((row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`);
  const [head = '', ...body] = lines;
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n');
}

function cellText(blocks: readonly WordDocumentBlock[]): string {
  return blocks
    .flatMap(({ text }) => text.trim().split('\n'))
    .map((line) => line.trim())
    .filter((line, at) => at === 0 || line !== '')
    .join('<br>')
    .replaceAll('|', '\\|')
    .replace(/\t/g, ' ');
}
