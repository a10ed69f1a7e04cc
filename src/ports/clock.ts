/** Time and chance. `now` never goes back within a session; `random` is in [0, 1). */
export interface Clock {
  /** ISO 8601 in UTC, with milliseconds. */
  now(): string;
  /** IANA time zone of the person. */
  zone(): string;
  random(): number;
  /** A name that is unique on this machine and sorts by time. */
  newId(prefix: string): string;
}

/**
 * Wakes by absolute time. `wake` is called at `at` (milliseconds since 1970) or as soon after as the browser lets it, and
 * earlier, too: whenever the page comes back into sight, and once a minute. Whoever is woken looks at the clock himself.
 * `null`: no time of its own.
 */
export interface Alarm {
  /** Until the returned function is called. */
  set(at: number | null, wake: () => void): () => void;
}
