/** The `Date` of an ISO instant. */
export function dateOf(instant: string): Date {
  return new Date(instant);
}

/** The ISO instant of milliseconds since 1970. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}
