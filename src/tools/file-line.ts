import type { SessionFile } from '../domain/session-file.ts';
import { shownSize } from '../domain/shown-size.ts';
import { shownTime } from './shown-time.ts';

/** A file in one line, as the model is shown it. */
export function fileLine({ name, size, source, created_at }: SessionFile, zone: string): string {
  const facts = [`“${name}”`, shownSize(size), shownTime(created_at, zone)];
  return [...facts, ...(source === null ? [] : [`from ${source}`])].join(', ');
}
