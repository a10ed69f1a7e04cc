import { addDays, dateAt } from '../domain/calendar-date.ts';
import { instantOf } from '../domain/zoned-time.ts';

interface Span {
  from: number;
  until: number;
}

/** The gaps of at least `length` milliseconds within the given hours of each day of a span. */
export function freeSpans(
  span: Span,
  busy: readonly Span[],
  day: { start: string; end: string; zone: string },
  length: number,
): Span[] {
  const sorted = [...busy].sort((a, b) => a.from - b.from);
  const free: Span[] = [];
  for (let date = dateAt(span.from, day.zone); date <= dateAt(span.until - 1, day.zone); date = addDays(date, 1)) {
    let from = Math.max(span.from, clockOn(date, day.start, day.zone));
    const until = Math.min(span.until, clockOn(date, day.end, day.zone));
    for (const taken of sorted) {
      if (taken.from >= until) break;
      if (taken.from - from >= length) free.push({ from, until: taken.from });
      from = Math.max(from, taken.until);
    }
    if (until - from >= length) free.push({ from, until });
  }
  return free;
}

function clockOn(date: string, clock: string, zone: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return instantOf({ year, month, day, hour, minute, second: 0 }, zone);
}
