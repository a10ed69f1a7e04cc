/** An instant as the platform's date. */
export function dateOf(instant: string): Date {
  return new Date(instant);
}
