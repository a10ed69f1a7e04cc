import { isPrivateName } from '../src/values/private-address.ts';
import { longestAddress } from './protocol.ts';

/** A public name with two parts or more, not all of a number at its end. */
const publicName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?$/;

/** No number is ever read; these are said to be private: this machine, and networks without a way out. */
const privateIpv6 = /^\[(?:::|f)/;

/** Whether a text is the origin of a site that could be read: nothing shorter, longer, or with a placeholder in it. */
export function isSite(origin: string): boolean {
  const address = readableAddress(`${origin}/`);
  return typeof address !== 'string' && address.origin === origin;
}

/** The address as it would be asked for, without its fragment, or why it will never be. */
export function readableAddress(text: string): URL | 'bad_address' | 'private_address' {
  if (text.length > longestAddress || !/^https:\/\/[^\s\p{Cc}\\@/]/iu.test(text) || !URL.canParse(text))
    return 'bad_address';
  const url = new URL(text);
  const isPrivate = url.hostname.startsWith('[')
    ? privateIpv6.test(url.hostname)
    : isPrivateName(url.hostname.replace(/\.+$/, ''));
  if (isPrivate) return 'private_address';
  if (/[\s\p{Cc}\\]/u.test(text) || url.protocol !== 'https:' || url.port !== '') return 'bad_address';
  if (url.username !== '' || url.password !== '' || !publicName.test(url.hostname)) return 'bad_address';
  url.hash = '';
  return url;
}
