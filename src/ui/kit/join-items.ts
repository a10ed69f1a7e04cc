import type { Translator } from '../app/translator.svelte.ts';

/** Returns short items, such as the numbers of steps, in one line: `2, 3, 4`, in Chinese `2、3、4`. */
export const joinItems = (items: readonly (string | number)[], { language }: Pick<Translator, 'language'>): string =>
  items.join(language === 'zh' ? '、' : ', ');

/** The ranges of numbers that are named at most; the rest is counted. */
const mostRanges = 5;

/**
 * Returns ascending numbers of steps in one line, three or more in a row as a range, of many only the first ones:
 * `2, 4–9`, or `2, 4, 6, 8, 10 and 12 more`.
 */
export function joinNumbers(numbers: readonly number[], words: Pick<Translator, 'language' | 't'>): string {
  const ranges: [first: number, last: number][] = [];
  for (const [at, n] of numbers.entries()) {
    const range = ranges.at(-1);
    const isInRow = range && n === range[1] + 1 && (n > range[0] + 1 || numbers[at + 1] === n + 1);
    if (isInRow) range[1] = n;
    else ranges.push([n, n]);
  }
  const firstRanges = ranges.slice(0, mostRanges);
  const first = joinItems(
    firstRanges.map(([from, to]) => (from === to ? from : `${from}–${to}`)),
    words,
  );
  const n = numbers.length - firstRanges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return n > 0 ? words.t('plan.steps_more', { first, n }) : first;
}

/** Returns sentences in one text: with a space between them, but in Chinese without one; blank ones are left out. */
export const joinSentences = (sentences: readonly string[], { language }: Pick<Translator, 'language'>): string =>
  sentences.filter(Boolean).join(language === 'zh' ? '' : ' ');
