/** The tables of a Markdown text, each as rows of cells with its head first. */
export function markdownTables(text: string): string[][][] {
  const lines = text.split('\n');
  const tables: string[][][] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const head = lines[at - 1] ?? '';
    if (!head.includes('|') || !(lines[at] ?? '').includes('-') || !isRule(lines[at] ?? '')) continue;
    const table = [cells(head)];
    for (at += 1; at < lines.length && (lines[at] ?? '').includes('|'); at += 1) table.push(cells(lines[at] ?? ''));
    tables.push(table);
  }
  return tables;
}

/** Such as `| --- | :-: |`. */
function isRule(line: string): boolean {
  const parts = line.trim().split('|');
  const from = parts.length > 1 && parts[0] === '' ? 1 : 0;
  const until = parts.length - from > 1 && parts.at(-1) === '' ? -1 : undefined;
  return parts.slice(from, until).every((part) => /^:?-+:?$/.test(part.trim()));
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
