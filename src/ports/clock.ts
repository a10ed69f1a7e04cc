/** Time, randomness and where the person is at home. `now` never goes back within a session; `random` is in [0, 1). */
export interface Clock {
  /** The current time, ISO 8601 in UTC with milliseconds. */
  now(): string;
  /** The person's IANA time zone. */
  zone(): string;
  /** The languages that the person reads, as BCP 47 tags, the preferred one first. */
  languages(): readonly string[];
  random(): number;
  /** An id that is unique on this machine and sorts by time. */
  newId(prefix: string): string;
}

/**
 * Calls back at an absolute time: `wake` is called at `at` (milliseconds since 1970) or as soon after as the browser
 * allows, and also whenever the page becomes visible and once a minute, so the callee must check the time itself.
 * `null` sets no time.
 */
export interface Alarm {
  /** Sets the alarm until the returned function is called. */
  set(at: number | null, wake: () => void): () => void;
}
