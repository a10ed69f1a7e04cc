import type { SessionFile } from '../domain/session-file.ts';
import { fileRange } from './file-range.ts';
import { linesOf } from './lines-of.ts';

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
