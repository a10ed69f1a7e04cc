import type { SessionFile } from '../../records/session-file.ts';
import { excerptFrom } from '../excerpt.ts';

/**
 * Returns at most `count` lines of a file starting at `first` (1 is the top), as many as fit into `limit` characters,
 * with their position and where to continue. A line that does not fit is shown by characters.
 */
export function fileLines(
  file: Pick<SessionFile, 'name' | 'content'>,
  first: number,
  count: number,
  limit: number,
): string {
  const all = splitLines(file.content);
  const start = Math.floor(first) - 1;
  const requestedLines = all.slice(start, start + Math.floor(count));
  if (requestedLines.length === 0)
    return `“${file.name}” has ${all.length} lines; there is nothing from line ${start + 1} on.`;
  const fitting: string[] = [];
  let length = 0;
  for (const line of requestedLines) {
    length += line.length + 1;
    if (length > limit) break;
    fitting.push(line);
  }
  if (fitting.length === 0) return fileRange(file, all.slice(0, start).join('\n').length + Math.min(start, 1), limit);
  const until = start + fitting.length;
  const rest = until < all.length ? ` More from line ${until + 1} on.` : ' This is the end.';
  return `“${file.name}”, lines ${start + 1} to ${until} of ${all.length}.${rest}\n\n${fitting.join('\n')}`;
}

/** Returns at most `limit` characters of a file starting at `from`, with their position and where to continue. */
export function fileRange(file: Pick<SessionFile, 'name' | 'content'>, from: number, limit: number): string {
  const part = excerptFrom(file.content, from, limit);
  if (part.text === '') return `“${file.name}” has ${part.total} characters; there is nothing from ${from} on.`;
  if (part.from === 0 && part.until === part.total) return `“${file.name}”, whole:\n\n${part.text}`;
  const rest = part.until < part.total ? ` More from ${part.until} on.` : ' This is the end.';
  return `“${file.name}”, characters ${part.from} to ${part.until} of ${part.total}.${rest}\n\n${part.text}`;
}

/** Returns the lines of a text; a final line break does not begin another line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
