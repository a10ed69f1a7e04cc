import type { SessionFile } from '../../domain/files/session-file.ts';
import { excerpt } from '../excerpt.ts';

/**
 * At most `count` lines of a file from `first` (1 is the top) on, as many as fit into `limit` characters, with where they
 * stand and where to read on. A line that does not fit is shown by characters.
 */
export function fileLines(
  file: Pick<SessionFile, 'name' | 'content'>,
  first: number,
  count: number,
  limit: number,
): string {
  const all = linesOf(file.content);
  const start = Math.floor(first) - 1;
  const wanted = all.slice(start, start + Math.floor(count));
  if (wanted.length === 0) return `“${file.name}” has ${all.length} lines; there is nothing from line ${start + 1} on.`;
  const fitting: string[] = [];
  let length = 0;
  for (const line of wanted) {
    length += line.length + 1;
    if (length > limit) break;
    fitting.push(line);
  }
  if (fitting.length === 0) return fileRange(file, all.slice(0, start).join('\n').length + Math.min(start, 1), limit);
  const until = start + fitting.length;
  const rest = until < all.length ? ` More from line ${until + 1} on.` : ' This is the end.';
  return `“${file.name}”, lines ${start + 1} to ${until} of ${all.length}.${rest}\n\n${fitting.join('\n')}`;
}

/** At most `limit` characters of a file from a position on, with where they stand and where to read on. */
export function fileRange(file: Pick<SessionFile, 'name' | 'content'>, from: number, limit: number): string {
  const part = excerpt(file.content, from, limit);
  if (part.text === '') return `“${file.name}” has ${part.total} characters; there is nothing from ${from} on.`;
  const rest = part.until < part.total ? ` More from ${part.until} on.` : ' This is the end.';
  return `“${file.name}”, characters ${part.from} to ${part.until} of ${part.total}.${rest}\n\n${part.text}`;
}

/** The lines of a text; the break at its end begins no further one. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
