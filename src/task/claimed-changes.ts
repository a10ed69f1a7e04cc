import { changeKinds, type ChangeKind } from './claimed/change-kind.ts';
import { chineseClaims } from './claimed/chinese.ts';
import { englishClaims } from './claimed/english.ts';
import { sentencesOf } from './unknown-files.ts';

/** Text that an answer shows or quotes. */
const quoted = /```[^]*?(?:```|$)|`[^`\n]*`|^\s*>.*$|“[^”]*”|"[^"\n]*"|「[^」]*」|『[^』]*』|《[^》]*》/gmu;
/** The first line of a letter: what follows speaks in the name of its sender. */
const letter =
  /^[\s*_]*(?:dear\b|(?:hi|hello|hey)\b[^.!?\n]{0,30},\s*$|subject\s*:|尊敬的|亲爱的|主题\s*[:：]|[^。\n]{1,12}[，,]?(?:您好|你好)\s*[:：，,！!]?\s*$)/imu;
/** The parts of an answer that may be a document, such as a report of what somebody has done. */
const documents = /^\s*#[^]*|^\s*(?:[-*•|]|\d+[.)、]).*$/gmu;

/** What is longer is data, not a sentence. */
const longestSentence = 400;
/** How much of an answer is read. */
const longestAnswer = 20_000;

/**
 * Returns the kinds of changes that an answer says its author has made. Quotations, letters, questions, negations and
 * conditions do not count, nor what others did or what is written into a file. Messages and payments in a list or below
 * a heading do not count, either, since a report of somebody else's work looks like that.
 */
export function changesSaidMade(text: string): ChangeKind[] {
  const said = text.slice(0, longestAnswer).replace(quoted, '').split(letter)[0] ?? '';
  const [all, spoken] = [kindsIn(said), kindsIn(said.replace(documents, ''))];
  return changeKinds.filter((kind) => (kind === 'messages' || kind === 'payments' ? spoken : all).has(kind));
}

const kindsIn = (text: string): Set<ChangeKind> =>
  new Set(
    sentencesOf(text)
      .filter((sentence) => sentence.length <= longestSentence && !/[?？]/u.test(sentence))
      .flatMap((sentence) => [...englishClaims(sentence), ...chineseClaims(sentence)]),
  );
