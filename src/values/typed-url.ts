/** Returns the address, or null if it is none. Chromium also takes a host with blanks in it, which no server has. */
export function typedUrl(typed: string): URL | null {
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  return url.hostname.includes('%') ? null : url;
}
