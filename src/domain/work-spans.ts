import { joinedSpans } from './joined-spans.ts';
import { spanWithout } from './span-without.ts';
import type { BarRow } from './step-bars.ts';
import type { TimeSpan } from './time-span.ts';

/** When there was work at anything: bars without their waits, what ran side by side counted once. */
export function workSpans(rows: readonly BarRow[]): TimeSpan[] {
  return joinedSpans(rows.flatMap(({ bars }) => bars.flatMap((bar) => spanWithout(bar, bar.waits))));
}
