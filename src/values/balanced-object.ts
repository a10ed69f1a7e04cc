const maxDepth = 64;
const wide: Record<string, string> = { '｛': '{', '｝': '}', '［': '[', '］': ']', '：': ':', '，': ',' };
const closers: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’', '＂': '＂' };

/**
 * Extracts the object or list that starts at `from`, up to its closing bracket. Full-width brackets, colons and commas
 * become ASCII, typographic quotes around strings become double quotes, and comments are dropped unless they are to be
 * `whole`. `cut` if it never ends, `deep` if it is nested too deeply.
 */
export function balancedObject(
  source: string,
  from: number,
  comments: 'dropped' | 'whole' = 'dropped',
): { json: string; end: number } | 'cut' | 'deep' {
  let depth = 0;
  let json = '';
  let closer: string | null = null;
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (closer !== null) {
      const ends = letter === closer && !isApostrophe(source, at, closer);
      if (letter === '\\') json += letter + (source[(at += 1)] ?? '');
      else if (ends) json += closer === "'" ? "'" : '"';
      else json += letter === '"' ? '\\"' : letter;
      if (ends) closer = null;
      continue;
    }
    if (letter === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = source[at + 1] === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2) + 1;
      if (end <= 0) return 'cut';
      if (comments === 'whole') json += source.slice(at, end + 1);
      at = end;
      continue;
    }
    closer = Object.hasOwn(closers, letter) ? (closers[letter] ?? null) : null;
    const structural = wide[letter] ?? letter;
    json += closer === null || letter === "'" ? structural : '"';
    if (structural === '{' || structural === '[') depth += 1;
    if (structural === '}' || structural === ']') depth -= 1;
    if (depth > maxDepth) return 'deep';
    if (depth === 0) return { json, end: at + 1 };
  }
  return 'cut';
}

/** True if a single quote is an apostrophe: one between two letters is part of the word. */
function isApostrophe(source: string, at: number, closer: string): boolean {
  const isLetter = (letter: string | undefined) => /\p{L}/u.test(letter ?? '');
  return (closer === "'" || closer === '’') && isLetter(source[at - 1]) && isLetter(source[at + 1]);
}

/** The longest reply that is read, in characters: no decision is this long, and reading must not block the page. */
export const maxReplyLength = 200_000;
