/** A text with its percent signs read as in addresses; one that they make no sense in stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How a key may stand in a text that is to be without it (R13.1); none of one shorter than eight characters, which may well be a word. */
export function keyForms(key: string | null): readonly string[] {
  return key !== null && key.length >= 8 ? [...new Set([key, encodeURIComponent(key)])] : [];
}
