/** The milliseconds between two updates of a display whose value changes faster than people can read. */
export const displayInterval = 400;
/** The milliseconds between two updates of a text that is shown while it is being written. */
export const streamedTextInterval = 200;

/**
 * The delay until the next update of a display, in milliseconds, with all times from one clock: zero if the last update
 * was in an earlier beat, otherwise the time until the next beat. All displays share the same beats, so that the page
 * renders once for all of them.
 */
export function msToNextDisplayUpdate(last: number, now: number, beat: number): number {
  return Math.max(0, Math.floor(last / beat + 1) * beat - now);
}
