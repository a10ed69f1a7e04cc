const followed = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address if it may be opened, else null: anything but http, https and mailto stays text. */
export function safeAddress(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return followed.has(url.protocol) ? url : null;
}
