/** How long `Retry-After` asks to wait, in milliseconds: it is a number of seconds or a date. */
export function waitOf(retryAfter: string | null, now: string): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.parse(now) : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
