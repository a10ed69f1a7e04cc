import { simplifiedCharacters } from './simplified-chinese.ts';

/** Scripts without spaces between words, and that of Korean, whose particles are written onto the word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** A word of a script in which articles and prepositions are written onto the word. */
const prefixed = /^(?:و?ال(?=..))?([\p{Script=Arabic}\p{Script=Hebrew}]+)$/u;
/** Vowel marks and accents, joiners, direction marks and the stroke that lengthens Arabic words. */
const marks = /(?=\p{M})[\u0300-\u036f\u0591-\u065f\u0670]|[\u0640\u200c-\u200f\ufe0f\u20e3]/gu;
/** A word, or a picture such as an emoji or a flag. */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu;

const isSpaced = (term: string) => /^\p{L}[\p{L}\p{M}]*$/u.test(term) && !prefixed.test(term) && !term.match(unspaced);

/** The tolerance of a search: prefixes match, and so do small typing errors in long words. */
export const searchTolerance = {
  prefix: (term: string): boolean => isSpaced(term) && term.length > 2,
  fuzzy: (term: string): number | false => (isSpaced(term) && term.length > 4 ? 0.2 : false),
};

/**
 * The text without case, accents and vowel marks, with its letters in their compatible form and its Chinese characters
 * in the simplified one.
 */
export const foldedText = (text: string): string =>
  simplifiedCharacters(text.normalize('NFKD').replace(marks, '').normalize('NFKC').toLowerCase());

/**
 * The search terms of a text, without case, accents and vowel marks: words, each emoji, in scripts without spaces each
 * character and each pair of neighbours, and of Arabic and Hebrew words each three neighbours, so that any part of a
 * phrase or word matches.
 */
export function searchTermsOfText(text: string): string[] {
  const terms: string[] = [];
  const plain = foldedText(text).replace(unspaced, (run) => {
    const letters = Array.from(run);
    for (const [at, letter] of letters.entries()) {
      terms.push(letter);
      const next = letters[at + 1];
      if (next !== undefined) terms.push(letter + next);
    }
    return ' ';
  });
  for (const term of plain.match(word) ?? []) {
    const letters = prefixed.exec(term)?.[1];
    if (letters === undefined || letters.length < 4) terms.push(letters ?? term);
    else for (let at = 0; at + 3 <= letters.length; at += 1) terms.push(letters.slice(at, at + 3));
  }
  return terms;
}
