const clocks = new Map<string, Intl.DateTimeFormat>();

/** An instant as a clock on the wall of `zone` shows it: `2026-11-21T10:00`. */
export function localNow(instant: string, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    clocks.set(zone, clock);
  }
  return clock.format(new Date(instant)).replace(' ', 'T');
}
