const followed = new Set(['http:', 'https:', 'mailto:']);

/** An address that may be followed, or null: anything but http, https and mail stays text. */
export function safeAddress(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return followed.has(url.protocol) ? url : null;
}
