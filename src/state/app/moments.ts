/** An instant as the platform's date. */
export function dateOf(instant: string): Date {
  return new Date(instant);
}

/** Milliseconds as an instant. */
export function instantOf(ms: number): string {
  return new Date(ms).toISOString();
}
