const isSpaced = (term: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term);

/** The tolerance of a search: prefixes match, and so do small typing errors in long words. */
export const searchTolerance = {
  prefix: (term: string): boolean => isSpaced(term) && term.length > 2,
  fuzzy: (term: string): number | false => (isSpaced(term) && term.length > 4 ? 0.2 : false),
};

/** A word, or a picture such as an emoji or a flag. */
const word = /[\p{L}\p{N}]+|\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * The search terms of a text: words, each emoji, and in scripts without spaces each character and each pair of neighbours, so that
 * any part of a phrase matches.
 */
export function wordTerms(text: string): string[] {
  const terms: string[] = [];
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(unspaced, (run) => {
      const letters = Array.from(run);
      for (const [at, letter] of letters.entries()) {
        terms.push(letter);
        const next = letters[at + 1];
        if (next !== undefined) terms.push(letter + next);
      }
      return ' ';
    });
  return [...terms, ...(plain.match(word) ?? [])];
}
