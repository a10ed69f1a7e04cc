/** A text in double quotes, also one without an end, or what stands between two. */
const pieces = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?:[^"\\]+|\\[^]?)+/g;
const escapes = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g;
/** The beginning of a path such as `C:\Users\new`, whose first backslash is no escape, up to a space. */
const paths = /(?<![\p{L}\p{N}])[A-Za-z]:\\(?![bfnrt]|u[\da-fA-F]{4})\p{L}(?:Program Files|[^\s"'<>|])*/gu;

/**
 * Returns a JSON text in which each backslash that begins no escape of JSON stands for itself before a letter or a
 * digit, as in `\d` or `C:\Users`, and before most signs of a text that has such a letter; others, as in Markdown's
 * `\_`, and those in keys and names of tools are dropped. One before another kind of quote is left as it is.
 */
export function withStrayBackslashesEscaped(json: string): string {
  const colon = /\s*[:：]/y;
  let key = '';
  return json.replace(pieces, (piece, at: number) => {
    colon.lastIndex = at + piece.length;
    const isKey = piece.startsWith('"') && colon.test(json);
    if (isKey) key = piece;
    return isKey || (piece.startsWith('"') && key === '"tool"') ? withoutStray(piece) : withStrayKept(piece);
  });
}

const withoutStray = (piece: string) =>
  piece.replace(/\\(["\\/bfnrt'‘’“”]|u[\da-fA-F]{4})?/g, (escape, sign?: string) => (sign === undefined ? '' : escape));

function withStrayKept(piece: string): string {
  const isExact = /\\\p{L}/u.test(piece.replace(escapes, ' '));
  const text = isExact
    ? piece.replace(paths, (path) => path.replace(/(?<!\\)\\(?=[nrt][a-z])/g, String.raw`\\`))
    : piece;
  return text.replace(/\\(u[\da-fA-F]{4}|[^]?)/gu, (escape, sign: string) => {
    if (/^(?:["\\/nrt'‘’“”]|u.+)$/.test(sign) || (/^[bf]$/.test(sign) && !isExact)) return escape;
    const isKept = /^[\p{L}\p{N}]$/u.test(sign) || (isExact && !/^[_`$#*~\r\n]?$/.test(sign));
    return isKept ? `\\${escape}` : sign;
  });
}
