const isSpaced = (term: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term);

/** How far a word may be from the term that finds it: beginnings of words count, and small slips in long ones. */
export const looseTerms = {
  prefix: (term: string): boolean => isSpaced(term) && term.length > 2,
  fuzzy: (term: string): number | false => (isSpaced(term) && term.length > 4 ? 0.2 : false),
};
