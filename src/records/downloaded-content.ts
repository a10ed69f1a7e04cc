import type { SessionFile } from './session-file.ts';

/**
 * Returns what a file is downloaded as. A file that the person added has its own bytes; a table that Cairn wrote gets a
 * byte order mark if it has letters beyond ASCII, without which spreadsheet programs read such letters as others.
 */
export function downloadedContent({ name, content, original, added }: SessionFile): string {
  if (added || original !== undefined) return original ?? content;
  const needsMark = /\.(csv|tsv|tab)$/i.test(name) && /\P{ASCII}/u.test(content) && !content.startsWith('\ufeff');
  return needsMark ? `\ufeff${content}` : content;
}
