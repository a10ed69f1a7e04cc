const wideLetters = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** Roughly estimates the tokens of a text: one per wide (CJK) character or per four other characters. */
export function estimatedTokens(text: string): number {
  const wide = countWide(text);
  return wide + Math.ceil((text.length - wide) / 4);
}

/** The smallest plausible token count of a text: some models encode two wide characters as one token. */
export function minTokenCount(text: string): number {
  const wide = countWide(text);
  return Math.ceil(wide / 2 + (text.length - wide) / 4);
}

function countWide(text: string): number {
  return text.match(wideLetters)?.length ?? 0;
}
