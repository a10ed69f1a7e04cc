/** The findings of one pass over a JSON text before it is parsed. Positions are indexes into the text. */
export interface JsonScan {
  /** Comments and trailing commas, which will be removed. */
  slips: { code: 'comment' | 'trailing_comma'; from: number; to: number }[];
  /** The position where nesting first exceeds the limit, or null. */
  tooDeep: number | null;
  /** The position where the number of values and slips first exceeds the limit, or null. */
  tooMany: number | null;
  /** True if a bracket, a string or a comment is still open at the end of the text. */
  isUnclosed: boolean;
}

const [quote, apostrophe, slash, star, backslash, comma] = [34, 39, 47, 42, 92, 44];

/** Finds the brackets, strings and comments of any text, in linear time and without recursion. */
export function scanJson(text: string, most: { depth: number; values: number }): JsonScan {
  const scan: JsonScan = { slips: [], tooDeep: null, tooMany: null, isUnclosed: false };
  let depth = 0;
  let values = 0;
  let lastComma: number | null = null;
  for (let at = 0; at < text.length;) {
    const char = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (values > most.values) scan.tooMany ??= at;
    if (char === slash && (next === slash || next === star)) {
      const end = next === slash ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
      if (end < 0 && next === star) scan.isUnclosed = true;
      values += 1;
      const to = end < 0 ? text.length : next === slash ? end : end + 2;
      scan.slips.push({ code: 'comment', from: at, to });
      at = to;
      continue;
    }
    if (char === quote || char === apostrophe) {
      at = afterString(text, at, char);
      if (at > text.length) scan.isUnclosed = true;
      lastComma = null;
      continue;
    }
    if (isOpening(char)) {
      depth += 1;
      values += 1;
      if (depth > most.depth) scan.tooDeep ??= at;
    } else if (isClosing(char)) {
      depth -= 1;
      if (lastComma !== null) scan.slips.push({ code: 'trailing_comma', from: lastComma, to: lastComma + 1 });
    }
    if (char === comma) {
      lastComma = at;
      values += 1;
    } else if (char > 32) lastComma = null;
    at += 1;
  }
  if (depth > 0) scan.isUnclosed = true;
  return scan;
}

/** Returns the index after the string that starts at `from`; beyond the end of the text if it is never closed. */
function afterString(text: string, from: number, mark: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === backslash) at += 1;
    else if (char === mark) return at + 1;
  }
  return text.length + 1;
}

function isOpening(char: number): boolean {
  return char === 91 || char === 123;
}

function isClosing(char: number): boolean {
  return char === 93 || char === 125;
}
