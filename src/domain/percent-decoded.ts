/** A text with its percent signs read as in addresses; one that they make no sense in stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
