/** Milliseconds between two sights of what changes faster than anybody reads. */
const beat = 200;

/**
 * How long to wait before the next sight of something, in milliseconds, all times being of one clock: nothing where the
 * last sight lies in an earlier beat, else until the next beat. That is the same moment for all that is shown, so that the
 * page draws once for all of it.
 */
export function msToNextBeat(last: number, now: number): number {
  return Math.max(0, Math.floor(last / beat + 1) * beat - now);
}
