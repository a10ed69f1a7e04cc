/** The address a model meant, or why it cannot be fetched. A missing `https://` is added, a `#part` dropped. */
export function webAddress(text: string): { ok: true; url: URL } | { ok: false; reason: string } {
  const shown = `“${text.slice(0, 100)}”`;
  const wrong = (what: string) => ({ ok: false as const, reason: `“url” ${what}` });
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return wrong(`must start with http:// or https://, not ${scheme}: (${shown})`);
  let url: URL;
  try {
    url = new URL(scheme === undefined ? `https://${text}` : text);
  } catch {
    return wrong(`is not an address: ${shown}. Give a full one, such as https://example.org/page`);
  }
  if (url.username !== '' || url.password !== '') return wrong('must not hold a user name or password');
  url.hash = '';
  return { ok: true, url };
}
