import type { Run } from './run.ts';
import { textLanguage } from '../values/text-language.ts';

/** Words that are frequent in English goals, without those that are as frequent in another language, such as “in”. */
const english = new Set(
  `the and to for with from this that these those my your our their it its are have has can should would
  which what how when where who why then them than into about between before after until without during each every any
  some more most other both only not one two three four five six seven eight ten first second next week weeks day days
  month months year years today tomorrow tonight yesterday morning afternoon evening monday tuesday wednesday thursday
  friday saturday sunday january february march june july october december please add append ask answer book build buy
  call change check choose clean collect compare complete compute convert cook count create cut decide delete describe
  design do draft draw edit email explain fetch fill find fix get give go help join keep learn list look make mark
  measure merge move name note open order organise organize pay pick prepare print put rank read remind remove rename
  research review run save say schedule search sell send set show solve sort start study sum summarise summarize take
  tell test tick translate try update use visit watch work write file files task tasks step steps story words page pages
  price prices cheap cheapest flight flights trip birthday wedding holiday house home money milk bread cake`.split(
    /\s+/,
  ),
);
/** Short words that are frequent in English and in a few other languages. */
const shared = new Set(['a', 'as', 'at', 'be', 'is', 'no', 'of', 'on', 'or']);
/** The fewest words that show another language: beside a letter that English does not use, and without one. */
const [leastMarked, leastPlain] = [4, 8];

/**
 * True if a task's goal is in neither English nor Chinese, so that Cairn cannot read what an answer to it says was
 * done. False in doubt: one English word is enough, and a Latin text of few words is none of another language.
 */
export const isInOtherLanguage = ({ plan, language }: Pick<Run, 'plan' | 'language'>): boolean =>
  language !== undefined || isOtherText(plan.goal);

function isOtherText(goal: string): boolean {
  const count = (pattern: RegExp) => goal.match(pattern)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (textLanguage(goal) === 'zh' || (count(/\p{Script=Han}/gu) > 0 && kana === 0)) return false;
  const letters = count(/\p{L}/gu);
  if (letters > leastPlain && count(/\p{Script=Latin}/gu) * 2 < letters) return true;
  const words =
    goal
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  if (words[0] === 'plan' || words.some((word) => english.has(word))) return false;
  const isMarked = words.some((word) => /[^\p{ASCII}’]/u.test(word));
  return words.length >= (isMarked ? leastMarked : leastPlain) && (isMarked || !words.some((word) => shared.has(word)));
}
