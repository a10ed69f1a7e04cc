import type { FileHead, SessionFile } from './session-file.ts';

const isTable = (name: string) => /\.(csv|tsv|tab)$/i.test(name);

/**
 * Returns what a file is downloaded as. A file that the person added has its own bytes; a table that Cairn wrote gets a
 * byte order mark if it has letters beyond ASCII, without which spreadsheet programs read such letters as others, and
 * no formulas of others.
 */
export function downloadedContent(file: SessionFile): string {
  const { name, content, original, added } = file;
  if (added || original !== undefined) return original ?? content;
  const safe = mayHoldFormulas(file) ? withoutFormulas(content) : content;
  const needsMark = isTable(name) && /\P{ASCII}/u.test(safe) && !safe.startsWith('\ufeff');
  return needsMark ? `\ufeff${safe}` : safe;
}

/** True for a table that Cairn wrote with text from outside: what looks like a formula in it is disarmed in a download. */
export const mayHoldFormulas = ({ name, added, foreign }: Pick<FileHead, 'name' | 'added' | 'foreign'>): boolean =>
  isTable(name) && foreign === true && !added;

/** A cell, quoted or not, with what stands before it, whichever sign separates the cells. */
const cell = /(^|[,;\t\n\r])( *)("(?:[^"]+|"")*"|[^,;\t\n\r]*)/g;
const formula = /^"?[=+\-@\t\r]/;
const number = /^"?[-+]?(?:[-+]*|[.,]?\d[\d.,'’ \u00a0\u202f]*(?:e[-+]?\d+)? ?[%€$£¥]?)"?$/i;

/**
 * Returns a table with an apostrophe before each cell that a spreadsheet program would take for a formula; such a
 * formula could send other cells to a site.
 */
function withoutFormulas(table: string): string {
  return table.replace(cell, (whole, before: string, spaces: string, text: string) => {
    if (!formula.test(text) || number.test(text)) return whole;
    return `${before}${spaces}${text.startsWith('"') ? `"'${text.slice(1)}` : `'${text}`}`;
  });
}
