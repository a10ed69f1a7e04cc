import type { SessionFile } from '../domain/session-file.ts';
import { excerpt } from './excerpt.ts';

/** At most `limit` characters of a file from a position on, with where they stand and where to read on. */
export function fileRange(file: Pick<SessionFile, 'name' | 'content'>, from: number, limit: number): string {
  const part = excerpt(file.content, from, limit);
  if (part.text === '') return `“${file.name}” has ${part.total} characters; there is nothing from ${from} on.`;
  const rest = part.until < part.total ? ` More from ${part.until} on.` : ' This is the end.';
  return `“${file.name}”, characters ${part.from} to ${part.until} of ${part.total}.${rest}\n\n${part.text}`;
}
