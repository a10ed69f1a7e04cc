/** An instant as a clock on the wall of `zone` shows it: `2026-11-21T10:00`. */
export function localNow(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(instant));
  return parts.replace(' ', 'T');
}
