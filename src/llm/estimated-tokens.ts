/** A rough count of the tokens of a text: a token a wide character, or four narrow ones. */
export function estimatedTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
