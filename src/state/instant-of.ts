/** Milliseconds as an instant. */
export function instantOf(ms: number): string {
  return new Date(ms).toISOString();
}
