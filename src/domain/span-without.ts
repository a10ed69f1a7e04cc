import type { TimeSpan } from './time-span.ts';

/** What is left of a stretch of time without others, which are in order and do not overlap. */
export function spanWithout({ from, to }: TimeSpan, others: readonly TimeSpan[]): TimeSpan[] {
  const left: TimeSpan[] = [];
  let at = from;
  for (const other of others) {
    if (other.from > at) left.push({ from: at, to: Math.min(other.from, to) });
    at = Math.max(at, other.to);
    if (at >= to) return left.filter((span) => span.from < span.to);
  }
  return at < to ? [...left, { from: at, to }] : left;
}
