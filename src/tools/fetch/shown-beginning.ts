import { csvTable } from '../../records/tables.ts';
import { excerptFrom, type Excerpt } from '../excerpt.ts';
import { markdownTable } from './markdown-table.ts';

/** How long the beginning of a text is that the model is shown, in characters. */
const shownLength = 4000;

/** The beginning of a text as the model is shown it; `until` is where that text goes on. */
export type Beginning = Pick<Excerpt, 'text' | 'until' | 'total'>;

/** Returns the beginning of a text as it stands. */
export const plainBeginning = (text: string): Beginning => excerptFrom(text, 0, shownLength);

/** Returns the beginning of a JSON text, indented; its numbers stay as written. */
export function jsonBeginning(json: string): Beginning {
  const total = json.length;
  const parts: string[] = [];
  let [length, until, depth, before] = [0, 0, 0, ''];
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isEnd = token === '}' || token === ']';
    if (isEnd) depth -= 1;
    const isOpen = before === '{' || before === '[';
    const gap = isOpen ? (isEnd ? '' : line()) : isEnd || before === ',' ? line() : before === ':' ? ' ' : '';
    const shown = gap + (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);
    if (length + shown.length > shownLength) {
      const room = shownLength - length - gap.length;
      if (parts.length === 0 || room < shownLength / 4 || !token.startsWith('"')) break;
      const start = /^"(?:[^"\\]|\\[^u]|\\u.{4})*/s.exec(excerptFrom(token, 0, room).text)?.[0] ?? '"';
      parts.push(gap + JSON.stringify(JSON.parse(`${start}"`)).slice(0, -1));
      until = index + start.length;
      break;
    }
    if (token === '{' || token === '[') depth += 1;
    parts.push(shown);
    length += shown.length;
    until = index + token.length;
    before = token;
  }
  if (until === 0) return plainBeginning(json);
  const isWhole = json.slice(until).trim() === '';
  return { text: parts.join(''), until: isWhole ? total : until, total };
}

/** Returns the beginning of a CSV text as a Markdown table below the lines above it. */
export function csvBeginning(csv: string): Beginning {
  const total = csv.length;
  const until = total <= shownLength ? total : endOfRows(csv.slice(0, shownLength));
  if (until === 0) return plainBeginning(csv);
  const { above, rows } = csvTable(csv.slice(0, until));
  const lines = above.map((cells) => `${cells.join(' ')}\n\n`).join('');
  return { text: lines + markdownTable(rows), until, total };
}

/** Returns where the last row of a CSV text ends that is whole; 0 if none is. */
function endOfRows(csv: string): number {
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < csv.length; at += 1)
    if (csv[at] === '"') isQuoted = !isQuoted;
    else if (csv[at] === '\n' && !isQuoted) end = at + 1;
  return end;
}
