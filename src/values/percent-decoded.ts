/** The text with its percent escapes decoded as in URLs; returned unchanged where an escape is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
