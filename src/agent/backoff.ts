import type { Clock } from '../ports/clock.ts';

/** When to try again: what the other side asked for, else 1, 2, 4 … 60 s with full jitter (R6.2). An absolute time. */
export function backoff(clock: Clock, tries: number, askedFor: number | null): string {
  const wait = askedFor ?? Math.min(60_000, 1000 * 2 ** tries) * (0.5 + clock.random() / 2);
  return new Date(Date.parse(clock.now()) + Math.min(wait, 120_000)).toISOString();
}
