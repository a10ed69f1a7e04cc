import { isPrivateAddress } from './private-address.ts';

/** The host of an origin, without a port and a final dot; the origin itself if it is no address. */
export function hostOfOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname.replace(/\.+$/, '') : origin;
}

/**
 * True if one of the banned origins forbids this one: a ban is for the host and what belongs to it, whatever scheme and
 * port it is reached by, except for what is `allowedOrigins` below it by its exact origin. On this machine and in a
 * private network each port is a site of its own.
 */
export function isBanned(origin: string, banned: readonly string[], allowedOrigins: readonly string[]): boolean {
  const host = hostOfOrigin(origin);
  const port = (of: string) => (isPrivateAddress(host) && URL.canParse(of) ? new URL(of).port : '');
  const bans = banned.filter((each) => `.${host}`.endsWith(`.${hostOfOrigin(each)}`) && port(each) === port(origin));
  return bans.some((each) => hostOfOrigin(each) === host) || (bans.length > 0 && !allowedOrigins.includes(origin));
}
