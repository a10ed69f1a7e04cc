/**
 * Returns the URL that a person typed, or null if the text is none. A host with a space in it is rejected, too:
 * Chromium percent-encodes the space and accepts it, but no server has such a name.
 */
export function typedUrl(typedAddress: string): URL | null {
  if (!URL.canParse(typedAddress)) return null;
  const url = new URL(typedAddress);
  return url.hostname.includes('%') ? null : url;
}
