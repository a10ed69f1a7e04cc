/** The host of an origin, without a port and a final dot; the origin itself if it is no address. */
export function hostOfOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname.replace(/\.+$/, '') : origin;
}

/**
 * True if one of the banned origins forbids this one: a ban is for the host and what belongs to it, whatever scheme and
 * port it is reached by.
 */
export function isBanned(origin: string, banned: readonly string[]): boolean {
  const host = hostOfOrigin(origin);
  return banned.some((each) => `.${host}`.endsWith(`.${hostOfOrigin(each)}`));
}
