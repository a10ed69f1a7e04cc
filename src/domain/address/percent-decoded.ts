/** The text with its percent escapes decoded as in URLs; returned unchanged where an escape is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The spellings under which a key may occur in a text that must not show it (R13.1); none for keys under eight
 * characters, which may be plain words.
 */
export function keyForms(key: string | null): readonly string[] {
  return key !== null && key.length >= 8 ? [...new Set([key, encodeURIComponent(key)])] : [];
}
