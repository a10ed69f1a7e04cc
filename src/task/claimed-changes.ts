import { changeKinds, type ChangeKind } from './claimed/change-kind.ts';
import { chineseClaims } from './claimed/chinese.ts';
import { englishClaims } from './claimed/english.ts';
import { letter, longestAnswer, longestSentence, quoted, sentencesOf } from './unknown-files.ts';

/** The parts of an answer that may be a document, such as a report of what somebody has done. */
const documents = /^\s*#[^]*|^\s*(?:[-*•|]|\d+[.)、]).*$/gmu;

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
