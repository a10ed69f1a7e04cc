import { visibleText } from './text/shown-text.ts';

/** An address in three parts, so that whom it leads to can stand out; together they are all of it, nothing hidden. */
export function addressParts(url: URL): { before: string; host: string; after: string } {
  const { protocol, username, password, pathname, href } = url;
  const login = username || password ? `${username}${password && `:${password}`}@` : '';
  const before = url.host ? `${protocol}//${login}` : protocol;
  const host = url.host || pathname;
  return {
    before: visibleText(before),
    host: visibleText(host),
    after: visibleText(href.slice(before.length + host.length)),
  };
}

/** The address in the subject of an approval, with what stands before and behind it; null where it begins with none. */
export function subjectAddress(subject: string): { before: string; url: URL; after: string } | null {
  const [, before = '', href = '', after = ''] = /^((?:[A-Z]+ )?)(https?:\/\/\S+)([^]*)$/.exec(subject) ?? [];
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.href === href ? { before, url, after } : null;
}
