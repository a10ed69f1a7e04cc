const isSpaced = (term: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term);

/** How far a word may be from the term that finds it: beginnings of words count, and small slips in long ones. */
export const looseTerms = {
  prefix: (term: string): boolean => isSpaced(term) && term.length > 2,
  fuzzy: (term: string): number | false => (isSpaced(term) && term.length > 4 ? 0.2 : false),
};

const word = /[\p{L}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * The terms of a text to search by: words, and where a script does not part them, each character and each two
 * neighbours, so that any part of a phrase finds it.
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
