const mostBytes = 75;
const encoder = new TextEncoder();

/** How text stands in calendar files (RFC 5545). */
export const icsText = {
  /** A text value: no line ends or control characters, and no signs that mean something there. */
  escape(text: string): string {
    return text
      .replace(/\r\n?/g, '\n')
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replaceAll('\n', '\\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  },

  /** A line in pieces of at most 75 bytes; no character is cut. */
  fold(line: string): string {
    const pieces: string[] = [];
    let piece = '';
    let bytes = 0;
    for (const character of line) {
      const size = encoder.encode(character).length;
      if (bytes + size > mostBytes) {
        pieces.push(piece);
        piece = ' ';
        bytes = 1;
      }
      piece += character;
      bytes += size;
    }
    return [...pieces, piece].join('\r\n');
  },
};
