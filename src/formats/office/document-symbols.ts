/** The signs of the fonts of symbols that stand for a tick or a box, by font and place. */
const symbols: Readonly<Record<string, string>> = {
  'wingdings 6f': '☐',
  'wingdings 71': '☐',
  'wingdings 72': '☐',
  'wingdings a8': '☐',
  'wingdings fb': '✗',
  'wingdings fc': '✓',
  'wingdings fd': '☒',
  'wingdings fe': '☑',
  'wingdings 2 4f': '✗',
  'wingdings 2 50': '✓',
  'wingdings 2 51': '☒',
  'wingdings 2 52': '☑',
  'wingdings 2 53': '☒',
  'wingdings 2 a3': '☐',
};

/**
 * Returns the sign that a font has at a hexadecimal place, such as F0FC; `[symbol]` for one that only the font knows.
 */
export function symbolFontCharacter(font: string, place: string): string {
  const code = Number.parseInt(place, 16);
  if (code >= 0x100 && code < 0xd800) return String.fromCodePoint(code);
  return symbols[`${font.toLowerCase()} ${(code & 0xff).toString(16)}`] ?? '[symbol]';
}
