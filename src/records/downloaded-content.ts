import type { SessionFile } from './session-file.ts';
import { csvSeparator } from './tables.ts';

const isTable = (name: string) => /\.(csv|tsv|tab)$/i.test(name);

/**
 * Returns what a file is downloaded as. A file that the person added has its own bytes; a table that Cairn wrote gets a
 * byte order mark if it has letters beyond ASCII, without which spreadsheet programs read such letters as others, and
 * no formulas of others.
 */
export function contentForDownload(file: SessionFile): string {
  const { name, content, original, added } = file;
  if (added || original !== undefined) return original ?? content;
  const safe = mayHoldFormulas(file) ? withoutFormulas(content) : content;
  const needsMark = isTable(name) && /\P{ASCII}/u.test(safe) && !safe.startsWith('\ufeff');
  return needsMark ? `\ufeff${safe}` : safe;
}

/** True for a table that Cairn wrote with text from outside. */
const mayHoldFormulas = ({ name, added, foreign }: SessionFile): boolean => isTable(name) && foreign === true && !added;

/** True if cells of a table that Cairn wrote with text from outside look like formulas, which a download disarms. */
export const holdsFormulas = (file: SessionFile): boolean =>
  mayHoldFormulas(file) && withoutFormulas(file.content) !== file.content;

const formula = /^"?[=+\-@\t\r＝＋－＠]/;
/**
 * A number, such as a sum with its currency or a telephone number, which only looks like a formula; or a row of dashes.
 */
const number = /^"?(?:[-+]+|[-+]?[.,]?\d[\d.,'’()/ \u00a0\u202f-]*(?:e[-+]?\d+)? ?[\p{L}%€$£¥°²³]{0,8})"?$/iu;

/**
 * Returns a table with an apostrophe before each cell that a spreadsheet program would take for a formula; such a
 * formula could send other cells to a site.
 */
function withoutFormulas(table: string): string {
  const ends = new RegExp(`[${csvSeparator(table).replace(/[\]\\^-]/g, String.raw`\$&`)}\n\r]`, 'g');
  const outputParts: string[] = [];
  let isQuoting = true;
  let at = table.startsWith('\ufeff') ? 1 : 0;
  outputParts.push(table.slice(0, at));
  while (at < table.length) {
    const start = at;
    while (table[at] === ' ') at += 1;
    const quote: number = isQuoting && table[at] === '"' ? closingQuote(table, at + 1) : at;
    isQuoting &&= quote !== -1;
    ends.lastIndex = Math.max(at, quote);
    const end = ends.exec(table)?.index ?? table.length;
    const text = table.slice(at, end);
    const isFormula = formula.test(text) && !number.test(text.trimEnd());
    const mark = isFormula ? (text.startsWith('"') ? `"'${text.slice(1)}` : `'${text}`) : text;
    outputParts.push(table.slice(start, at), mark, table.slice(end, end + 1));
    at = end + 1;
  }
  return outputParts.join('');
}

/** Returns where the quote stands that closes a cell, or -1; two quotes are one of the cell's own. */
function closingQuote(table: string, from: number): number {
  let quoteIndex = table.indexOf('"', from);
  while (quoteIndex !== -1 && table[quoteIndex + 1] === '"') quoteIndex = table.indexOf('"', quoteIndex + 2);
  return quoteIndex;
}
