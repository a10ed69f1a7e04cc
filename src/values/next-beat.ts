/** Milliseconds between two updates of a display that changes faster than anybody reads, and of one that is read as it grows. */
export const beat = 400;
export const readingBeat = 200;

/**
 * The delay until the next update of a display, in milliseconds, all times being of one clock: zero where the last
 * update was in an earlier beat, else the time until the next beat. All displays share the same beats, so that the page
 * renders once for all of them.
 */
export function msToNextBeat(last: number, now: number, beat: number): number {
  return Math.max(0, Math.floor(last / beat + 1) * beat - now);
}
