import { wallTime } from './wall-time.ts';

/** A moment at which the clocks of a zone are changed; how far they are ahead of UTC before and after, in milliseconds. */
export interface ZoneChange {
  at: number;
  before: number;
  after: number;
}

const step = 14 * 86_400_000;

/** When the clocks of a zone are changed within a span of time. */
export function zoneChanges(zone: string, span: { from: number; until: number }): ZoneChange[] {
  const aheadAt = (instant: number) => wallTime.at(instant, zone) - instant;
  const changes: ZoneChange[] = [];
  for (let at = Math.floor(span.from / 1000) * 1000; at < span.until; at += step) {
    const [before, after] = [aheadAt(at), aheadAt(at + step)];
    if (before !== after) changes.push({ at: momentBetween(at, at + step), before, after });
  }
  return changes;

  function momentBetween(low: number, high: number): number {
    const before = aheadAt(low);
    let [from, until] = [low, high];
    while (until - from > 1000) {
      const middle = Math.floor((from + until) / 2000) * 1000;
      if (aheadAt(middle) === before) from = middle;
      else until = middle;
    }
    return until;
  }
}
