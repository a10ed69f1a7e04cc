/** Text with the characters that change reading order, or hide, written out, save line ends: what is approved is what is seen. */
export function visibleText(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
