/**
 * The milliseconds between two updates of a display: of one that changes faster than it can be read, and of one that is
 * read while it grows.
 */
export const displayInterval = 400;
export const streamedTextInterval = 200;

/**
 * The delay until the next update of a display, in milliseconds, with all times from one clock: zero if the last update
 * was in an earlier beat, otherwise the time until the next beat. All displays share the same beats, so that the page
 * renders once for all of them.
 */
export function msToNextBeat(last: number, now: number, beat: number): number {
  return Math.max(0, Math.floor(last / beat + 1) * beat - now);
}
