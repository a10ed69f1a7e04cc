import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { entrySpan } from '../domain/entry-span.ts';
import { entryTimes } from './entry-times.ts';
import { isLeftOut } from './is-left-out.ts';

const most = 5000;

/** The times of one entry that start within a span of time, in order. */
export function startingIn(stored: CalendarEntry, span: { from: number; until: number }): CalendarEntry[] {
  const found: CalendarEntry[] = [];
  for (const entry of entryTimes(stored, span, false)) {
    const { from } = entrySpan(entry);
    if (from >= span.until || found.length >= most) break;
    if (from >= span.from && !isLeftOut(stored, entry)) found.push(entry);
  }
  return found;
}
