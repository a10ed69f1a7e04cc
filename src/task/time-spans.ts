/** A time span in milliseconds since 1970; `to` is never before `from`. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The union of the spans, in order, neither overlapping nor touching. */
export function mergeTimeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The parts of a span outside the others, which are in order and do not overlap. */
export function subtractTimeSpans({ from, to }: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  const left: TimeSpan[] = [];
  let at = from;
  for (const other of others) {
    if (other.from > at) left.push({ from: at, to: Math.min(other.from, to) });
    at = Math.max(at, other.to);
    if (at >= to) return left.filter((span) => span.from < span.to);
  }
  return at < to ? [...left, { from: at, to }] : left;
}
