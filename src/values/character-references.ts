const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi;

/** Returns the text with its character references decoded, as HTML would show it. */
export function decodeCharacterReferences(text: string): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
