/** Decodes percent escapes as in URLs; returns the text unchanged if an escape is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
