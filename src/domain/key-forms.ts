/** How a key may stand in a text that is to be without it (R13.1); none of one shorter than eight characters, which may well be a word. */
export function keyForms(key: string | null): readonly string[] {
  return key !== null && key.length >= 8 ? [...new Set([key, encodeURIComponent(key)])] : [];
}
