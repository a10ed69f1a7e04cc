import { searchTermsOfText } from '../values/search-terms.ts';

/** A range of a text; `exact` if the searched text is there verbatim. */
export interface FoundPassage {
  from: number;
  until: number;
  exact: boolean;
}

/**
 * Finds a quotation in the stored text of a source, ignoring case, spaces, punctuation and Markdown; the parts around
 * an ellipsis must occur in this order.
 */
export function quoteIn(copy: string, quote: string): FoundPassage | null {
  const { letters, places } = lettersOf(copy);
  const parts = quote
    .split(/\[?(?:…|\.{3})\]?/)
    .map((part) => lettersOf(part).letters)
    .filter((part) => part !== '');
  let from = -1;
  let searchOffset = 0;
  for (const part of parts) {
    const partIndex = letters.indexOf(part, searchOffset);
    if (partIndex < 0) return null;
    if (from < 0) from = partIndex;
    searchOffset = partIndex + part.length;
  }
  const [start, end] = [places[from], places[searchOffset - 1]];
  return start === undefined || end === undefined ? null : { from: start, until: end + 1, exact: true };
}

/** The target of a Markdown link. */
const target = /\]\([^()\s]*(?:\s+"[^"\n]*")?\)/g;

/**
 * The letters and digits of a text in lower case (and a sign between two digits), with the position of each in the
 * text.
 */
function lettersOf(text: string): { letters: string; places: number[] } {
  const bare = text.replace(target, (link) => ' '.repeat(link.length));
  const places: number[] = [];
  let letters = '';
  for (const { 0: sign, index } of bare.matchAll(/[\p{L}\p{N}]|(?<=\d)[.,](?=\d)/gu)) {
    const plain = sign.normalize('NFKC').toLowerCase();
    letters += plain;
    for (let n = 0; n < plain.length; n += 1) places.push(index);
  }
  return { letters, places };
}

/** Words of scripts in which a part of a word tells nothing: endings and articles are written onto all of them. */
const wholeWord = /[\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]+/gu;

const wordsOf = (text: string) => [
  ...searchTermsOfText(text.replace(wholeWord, ' ')),
  ...(text.match(wholeWord) ?? []),
];

/**
 * Returns the paragraph that shares the most words with a claim, where a word with a digit counts twice; null if none
 * reaches a count of two.
 */
export function nearestParagraph(copy: string, claim: string): FoundPassage | null {
  const claimTerms = new Set(wordsOf(claim).filter((term) => term.length > 1));
  let best: FoundPassage | null = null;
  let most = 1;
  for (const { 0: paragraph, index } of copy.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g)) {
    const shared = new Set(wordsOf(paragraph).filter((term) => claimTerms.has(term)));
    const weight = [...shared].reduce((sum, term) => sum + (/\d/.test(term) ? 2 : 1), 0);
    if (weight <= most) continue;
    most = weight;
    best = { from: index, until: index + paragraph.trimEnd().length, exact: false };
  }
  return best;
}
