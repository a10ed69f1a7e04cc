import { type FoundPassage, nearestParagraph, quoteIn } from './passage.ts';

/** Marks such as `[1]`, `[2, 3]` or `[1][2]` in an answer, with the text that they support. */
export interface Citation {
  /** The marks as they stand in the answer. */
  mark: string;
  numbers: number[];
  /** The text before the marks, from the start of its paragraph or from the previous marks. */
  claim: string;
  /** The verbatim quotations that the marks support. */
  quotes: Quotation[];
}

/** A verbatim quotation in an answer, with the numbers of the sources of which one has to contain it. */
interface Quotation {
  text: string;
  numbers: number[];
}

/**
 * A citation that cannot be verified: a source that does not exist, or a quotation that is in no cited source or only
 * in older copies of them.
 */
export type CitationError =
  | { code: 'no_source'; numbers: number[] }
  | { code: 'not_in_source' | 'only_in_older_copy'; numbers: number[]; quote: string };

const sourceNumber = String.raw`(?!0+\b)\d{1,3}`;
const list = String.raw`${sourceNumber}(?:\s*[,，、;–-]\s*${sourceNumber})*`;

/**
 * Matches a citation such as `[1]`, `[1, 2]`, `[1-3]`, `【1】` or `［1］`, or several in a row, wherever it occurs in a
 * text. Links (`[1](…)`), definitions (`[1]: …`), escaped brackets and numbers from 0 on such as `[0-9]` do not match.
 */
export const citationMark = new RegExp(String.raw`(?<![\]\\])(?:\[${list}\]|【${list}】|［${list}］)+(?![(:])`, 'gu');

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const paragraphEnd = /\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|\||#))|\n(?=[ \t]*>)(?<!(?:^|\n)[ \t]*>[^\n]*\n)/;
const quotePattern = /“[^“”]*”|"[^"\n]*"|「[^「」]*」|『[^『』]*』|«[^«»]*»/g;
const sentenceEnd = /[.!?…]["”»)*_]*(?=\s+(?![\s\p{Ll}])|$)|[。！？]["”」』）*_]*/gu;
/** Matches the text after citation marks that begin a sentence, as in “[1] says”. */
const predicate = /^\s*(?:\p{Ll}|指出|认为|称|说|写道|显示)/u;
/** A word of a script with spaces between words. */
const word = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{M}]){1,20}`;
/** A few Chinese letters before a colon, unless they say that somebody else says what follows. */
const chineseHead = String.raw`\p{Script=Han}{1,6}(?<!说|道|称|指出|认为|表示|写|显示|表明|提到|强调|问|答)`;
/** The beginning of a quoted block that is a remark by the writer, such as “Note:”. */
const remark = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,8}(?:\[!|(?:${word}(?: ${word}){0,2} ?|${chineseHead})\**[:：])`,
  'u',
);
/** The last line of a quoted block, if it names where the block is from. */
const origin = /(?:^|\n)\s*(?:[—–]|--)[^\n]*$/;
/** Matches the text between citation marks that belong together. */
const gap = /^[\s,，、;；]*$/;
/** Stands for marks in a text. */
const hole = '\0';
const longestRun = 20;
const longestQuote = 600;
/** The most sources in a range such as `[1-3]`. */
const mostInRange = 30;

const numberOrRange = /(\d+)(?:\s*[–-]\s*(\d+))?/g;

/** Returns the source numbers in a citation mark such as `[1, 2]` or `[1-3]`. */
export function citationNumbersIn(mark: string): number[] {
  return [...mark.matchAll(numberOrRange)].flatMap(([, first, last]) => {
    const [from, until] = [Number(first), Number(last ?? first)];
    if (until < from || until - from > mostInRange) return [from, until];
    return Array.from({ length: until - from + 1 }, (_, at) => from + at);
  });
}

/** True if both ends of each range in a mark are sources; any other range, such as “from [1-5]”, is one of values. */
export function hasOnlySourceRanges(mark: string, isSource: (number: number) => boolean): boolean {
  return [...mark.matchAll(numberOrRange)].every(
    ([, first, last]) => last === undefined || (isSource(Number(first)) && isSource(Number(last))),
  );
}

/** A citation with the place of its marks in the paragraph, and the number of their sentence in it. */
interface PlacedCitation extends Citation {
  from: number;
  until: number;
  sentence: number;
}

/** The citations of an answer, in order; code is ignored. */
export function citationsIn(answer: string): Citation[] {
  const all: PlacedCitation[] = [];
  /** The citations of a sentence that ends with a colon, and so announces the block that is quoted next. */
  let announcing: readonly PlacedCitation[] = [];
  for (const paragraph of answer.replace(code, (text) => ' '.repeat(text.length)).split(paragraphEnd)) {
    const marks = marksIn(paragraph);
    all.push(...marks);
    const ends = sentenceEnds(paragraph, marks);
    const sentenceOfMark = placeIn(ends);
    for (const mark of marks) mark.sentence = sentenceOfMark(mark.from);
    const quotes = quotesIn(paragraph, marks, ends);
    const block = quotes.length === 0 && /^\s*>/.test(paragraph) ? quotedBlock(paragraph) : null;
    if (block !== null) quotes.push({ text: block, marks: marks.length > 0 ? marks : announcing });
    for (const { text, marks: own } of quotes) {
      const numbers = [...new Set(own.flatMap((mark) => mark.numbers))];
      for (const mark of own) mark.quotes.push({ text, numbers });
    }
    const last = placeIn(ends)(paragraph.trimEnd().length - 1);
    announcing = /[:：][\s*_]*$/.test(paragraph) ? marks.filter(({ sentence }) => sentence === last) : [];
  }
  return all.map(({ mark, numbers, claim, quotes }) => ({ mark, numbers, claim, quotes }));
}

function marksIn(paragraph: string): PlacedCitation[] {
  let until = 0;
  return [...paragraph.matchAll(citationMark)].map(({ 0: mark, index: from }) => {
    const claim = paragraph.slice(until, from).trim();
    until = from + mark.length;
    return { mark, numbers: citationNumbersIn(mark), claim, quotes: [], from, until, sentence: 0 };
  });
}

/**
 * The ends of the sentences of a paragraph, with the marks that follow them. What ends within a quotation ends no
 * sentence, unless the quotation ends there, too.
 */
function sentenceEnds(paragraph: string, marks: readonly PlacedCitation[]): number[] {
  if (marks.length === 0) return [];
  const bare = paragraph.replace(quotePattern, (text) => 'x'.repeat(text.length - 2) + text.slice(-2));
  let next = 0;
  return [...bare.matchAll(sentenceEnd)].map(({ 0: sign, index }) => {
    let end = index + sign.length;
    for (; next < marks.length; next += 1) {
      const { from, until } = marks[next] ?? { from: 0, until: 0 };
      if (from < end) continue;
      if (!gap.test(paragraph.slice(end, from)) || predicate.test(paragraph.slice(until, until + 9))) break;
      end = until;
    }
    return end;
  });
}

/** Returns a function that returns in which of the parts with these ends a position is; the positions must ascend. */
function placeIn(ends: readonly number[]): (at: number) => number {
  let place = 0;
  return (textOffset) => {
    while ((ends[place] ?? Infinity) <= textOffset) place += 1;
    return place;
  };
}

/**
 * The quotations of a paragraph, each with the marks that support it: those of its sentence next to it on either side,
 * or, if its sentence has none, the next ones. Single words in quotation marks are terms.
 */
function quotesIn(paragraph: string, marks: readonly PlacedCitation[], ends: readonly number[]) {
  const quotes: { text: string; marks: readonly PlacedCitation[] }[] = [];
  if (marks.length === 0) return quotes;
  const runs = runsOf(paragraph, marks);
  const sentenceOfQuote = placeIn(ends);
  let next = 0;
  for (const { 0: whole, index } of paragraph.matchAll(quotePattern)) {
    while ((runs[next]?.[0]?.from ?? Infinity) < index) next += 1;
    const text = quotationText(whole.slice(1, -1));
    if (text === null) continue;
    const sentence = sentenceOfQuote(index);
    const [before = [], after = []] = [runs[next - 1], runs[next]];
    const own = [before, after].filter((run) => run[0]?.sentence === sentence);
    quotes.push({ text, marks: own.length > 0 ? own.flat() : after });
  }
  return quotes;
}

/** Groups marks with nothing but commas between them. */
function runsOf(paragraph: string, marks: readonly PlacedCitation[]): PlacedCitation[][] {
  const runs: PlacedCitation[][] = [];
  let end = -1;
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run && run.length < longestRun && gap.test(paragraph.slice(end, mark.from))) run.push(mark);
    else runs.push([mark]);
    end = mark.until;
  }
  return runs;
}

/**
 * Returns the words of a block that is quoted from a source: whole sentences, then the marks or a line that names the
 * source. Null for any other block, such as a remark of the writer.
 */
function quotedBlock(paragraph: string): string | null {
  const text = paragraph.replace(/^[ \t]*>+ ?/gm, '').trimEnd();
  if (text.length > 2 * longestQuote) return null;
  const bare = text
    .replace(origin, '')
    .replace(citationMark, hole)
    .replace(/[\s\0]+$/, '');
  const isWhole = /[.!?…。！？]["”»)*_]*$/.test(bare);
  return isWhole && !remark.test(bare) && !bare.includes(hole) ? quotationText(bare) : null;
}

/** Returns the text to look for in a source; null if it is no quotation, but a term or too long to be compared. */
function quotationText(text: string): string | null {
  const bare = text.replace(citationMark, '');
  const isLong = bare.length >= 6 && bare.length <= longestQuote;
  return isLong && (/\S\s+\S/.test(bare) || /\p{Script=Han}/u.test(bare)) ? bare : null;
}

/**
 * The errors in an answer's citations. `copies`: the stored texts of each source by its number, the latest first; a
 * source without stored texts cannot be checked.
 */
export function citationErrors(
  citations: readonly Citation[],
  copies: Readonly<Record<number, readonly string[]>>,
): CitationError[] {
  const faults = new Map<string, CitationError>();
  const isSource = (number: number) => copies[number] !== undefined;
  for (const citation of citations.filter(({ mark }) => hasOnlySourceRanges(mark, isSource))) {
    const unknown = [...new Set(citation.numbers)].filter((number) => !isSource(number));
    if (unknown.length > 0) faults.set(unknown.join(), { code: 'no_source', numbers: unknown });
    for (const { text, numbers } of citation.quotes) {
      const citedSources = numbers.filter(isSource);
      const texts = citedSources.map((each) => copies[each] ?? []);
      if (citedSources.length === 0 || texts.some((each) => each.length === 0)) continue;
      if (texts.some(([latest = '']) => quoteIn(latest, text))) continue;
      const older = citedSources.filter((_, at) => texts[at]?.some((copy) => quoteIn(copy, text)));
      const [code, where] =
        older.length > 0 ? (['only_in_older_copy', older] as const) : (['not_in_source', citedSources] as const);
      faults.set(`${citedSources.join()} ${text}`, { code, numbers: where, quote: text });
    }
  }
  return [...faults.values()];
}

/** Finds the passage of a copy that a citation refers to: its quotation, or else the paragraph nearest to its claim. */
export function citedPassage(copy: string, { quotes, claim }: Pick<Citation, 'quotes' | 'claim'>): FoundPassage | null {
  for (const { text } of quotes) {
    const quotedPassage = quoteIn(copy, text);
    if (quotedPassage) return quotedPassage;
  }
  return nearestParagraph(copy, claim);
}
