const wideLetters = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** A rough token count of a text: one token per wide character or per four narrow ones. */
export function estimatedTokens(text: string): number {
  const wide = countWide(text);
  return wide + Math.ceil((text.length - wide) / 4);
}

/** The fewest tokens that a text can well have: some models take two wide characters as one. */
export function fewestTokens(text: string): number {
  const wide = countWide(text);
  return Math.ceil(wide / 2 + (text.length - wide) / 4);
}

function countWide(text: string): number {
  return text.match(wideLetters)?.length ?? 0;
}
