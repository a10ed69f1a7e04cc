import { wholeReadableAddress } from '../../values/readable-address.ts';
import { escapeInvisibleCharacters } from './shown-text.ts';

/** An address in three parts, so that its host can be emphasised; joined, they are the whole address, readable. */
export function addressParts(url: URL): { before: string; host: string; after: string } {
  const { protocol, username, password, pathname, href } = url;
  const login = username || password ? `${username}${password && `:${password}`}@` : '';
  const before = url.host ? `${protocol}//${login}` : protocol;
  const host = url.host || pathname;
  return {
    before: escapeInvisibleCharacters(before),
    host: escapeInvisibleCharacters(host),
    after: escapeInvisibleCharacters(wholeReadableAddress(href.slice(before.length + host.length))),
  };
}

/**
 * Returns the address at the beginning of an approval's subject, with the text before and after it; null if there is
 * none.
 */
export function splitAtAddress(subject: string): { before: string; url: URL; after: string } | null {
  const [, before = '', href = '', after = ''] = /^((?:[A-Z]+ )?)(https?:\/\/\S+)([^]*)$/.exec(subject) ?? [];
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.href === href ? { before, url, after } : null;
}
