/** A time span in milliseconds since 1970; `to` is never before `from`. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The union of the spans, in order, neither overlapping nor touching. */
export function mergeTimeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const mergedSpans: TimeSpan[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = mergedSpans.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else mergedSpans.push({ from, to });
  }
  return mergedSpans;
}

/** The parts of a span outside the others, which are in order and do not overlap. */
export function subtractTimeSpans({ from, to }: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  const remainingSpans: TimeSpan[] = [];
  let uncoveredFrom = from;
  for (const other of others) {
    if (other.from > uncoveredFrom) remainingSpans.push({ from: uncoveredFrom, to: Math.min(other.from, to) });
    uncoveredFrom = Math.max(uncoveredFrom, other.to);
    if (uncoveredFrom >= to) return remainingSpans.filter((span) => span.from < span.to);
  }
  return uncoveredFrom < to ? [...remainingSpans, { from: uncoveredFrom, to }] : remainingSpans;
}
