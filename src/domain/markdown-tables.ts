const rule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** The tables of a Markdown text, each as rows of cells with its head first. */
export function markdownTables(text: string): string[][][] {
  const lines = text.split('\n');
  const tables: string[][][] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const head = lines[at - 1] ?? '';
    if (!head.includes('|') || !(lines[at] ?? '').includes('-') || !rule.test(lines[at] ?? '')) continue;
    const table = [cells(head)];
    for (at += 1; at < lines.length && (lines[at] ?? '').includes('|'); at += 1) table.push(cells(lines[at] ?? ''));
    tables.push(table);
  }
  return tables;
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
