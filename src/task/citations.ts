import { type FoundPassage, nearestParagraph, quoteIn } from './passage.ts';

/** Marks such as `[1]`, `[2, 3]` or `[1][2]` in an answer, with the text that they support. */
export interface Citation {
  numbers: number[];
  /** The text before the marks, from the start of its paragraph or from the previous marks. */
  claim: string;
  /** The verbatim quotations in the claim. */
  quotes: string[];
}

/** A citation that cannot be verified: a source that does not exist, or a quotation that is in no cited source. */
export type CitationError =
  | { code: 'no_source'; number: number }
  | { code: 'not_in_source'; numbers: number[]; quote: string };

/**
 * Matches a citation such as `[1]`, `[1, 2]` or `【1】`, or several in a row, wherever it occurs in a text. Links
 * (`[1](…)`), definitions (`[1]: …`) and escaped brackets do not match.
 */
export const citationMark = /(?<![\]\\])(?:\[\d{1,3}(?:\s*[,，、;]\s*\d{1,3})*\]|【\d{1,3}】)+(?![(:])/gu;

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const quoted = /“[^“”]{6,600}”|"[^"\n]{6,600}"|「[^「」]{6,600}」|『[^『』]{6,600}』|«[^«»]{6,600}»/g;

/** Returns the source numbers in a citation mark such as `[1, 2]`. */
export function citationNumbersIn(mark: string): number[] {
  return (mark.match(/\d+/g) ?? []).map(Number);
}

/** The citations of an answer, in order; code is ignored. */
export function citationsIn(answer: string): Citation[] {
  return answer
    .replace(code, (text) => ' '.repeat(text.length))
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|\||#))/)
    .flatMap((paragraph) => {
      let from = 0;
      return [...paragraph.matchAll(citationMark)].map((found): Citation => {
        const claim = paragraph.slice(from, found.index).trim();
        from = found.index + found[0].length;
        return { numbers: citationNumbersIn(found[0]), claim, quotes: quotesIn(claim) };
      });
    });
}

/** The quotations of more than one word; single words in quotation marks are terms. */
function quotesIn(claim: string): string[] {
  return [...claim.matchAll(quoted)]
    .map((found) => found[0].slice(1, -1))
    .filter((text) => /\S\s+\S/.test(text) || /\p{Script=Han}/u.test(text));
}

/**
 * The errors in an answer's citations. `copies`: the stored texts of each source by its number; a source without stored
 * texts cannot be checked.
 */
export function citationErrors(
  citations: readonly Citation[],
  copies: Readonly<Record<number, readonly string[]>>,
): CitationError[] {
  const faults = new Map<string, CitationError>();
  for (const { numbers, quotes } of citations) {
    for (const number of numbers.filter((each) => copies[each] === undefined))
      faults.set(`${number}`, { code: 'no_source', number });
    const known = numbers.filter((each) => copies[each] !== undefined);
    const texts = known.map((each) => copies[each] ?? []);
    if (known.length === 0 || texts.some((each) => each.length === 0)) continue;
    for (const quote of quotes)
      if (!texts.flat().some((text) => quoteIn(text, quote)))
        faults.set(`${known.join()} ${quote}`, { code: 'not_in_source', numbers: known, quote });
  }
  return [...faults.values()];
}

/** Finds the passage of a copy that a citation refers to: its quotation, or else the paragraph nearest to its claim. */
export function citedPassage(copy: string, { quotes, claim }: Pick<Citation, 'quotes' | 'claim'>): FoundPassage | null {
  for (const quote of quotes) {
    const found = quoteIn(copy, quote);
    if (found) return found;
  }
  return nearestParagraph(copy, claim);
}
