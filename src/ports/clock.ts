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
