import { isPrivateHostName } from '../src/values/private-address.ts';
import { maxAddressLength } from './protocol.ts';

/** A public name of at least two parts, the last of which does not begin with a digit. */
const publicName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?$/;

/**
 * IPv6 addresses that are reported as private: this machine, and networks without internet access. No IP address is
 * ever read.
 */
const privateIpv6 = /^\[(?:::|f)/;

/** True if a text is exactly the origin of a site that could be read, without path or placeholder. */
export function isReadableOrigin(origin: string): boolean {
  const address = parseReadableAddress(`${origin}/`);
  return typeof address !== 'string' && address.origin === origin;
}

/** Returns the address as it would be requested, without its fragment, or why it is never requested. */
export function parseReadableAddress(text: string): URL | 'bad_address' | 'private_address' {
  if (text.length > maxAddressLength || !/^https:\/\/[^\s\p{Cc}\\@/]/iu.test(text) || !URL.canParse(text))
    return 'bad_address';
  const url = new URL(text);
  const isPrivate = url.hostname.startsWith('[')
    ? privateIpv6.test(url.hostname)
    : isPrivateHostName(url.hostname.replace(/\.+$/, ''));
  if (isPrivate) return 'private_address';
  if (/[\s\p{Cc}\\]/u.test(text) || url.protocol !== 'https:' || url.port !== '') return 'bad_address';
  if (url.username !== '' || url.password !== '' || !publicName.test(url.hostname)) return 'bad_address';
  url.hash = '';
  return url;
}
