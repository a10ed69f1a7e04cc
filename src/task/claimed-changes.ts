import { changeKinds, type ChangeKind } from './claimed/change-kind.ts';
import { claimedChangesInChinese } from './claimed/chinese.ts';
import { claimedChangesInEnglish } from './claimed/english.ts';
import {
  letterOpeningPattern,
  maxAnswerLength,
  maxSentenceLength,
  quotationPattern,
  sentencesOfAnswer,
} from './unknown-files.ts';
import { simplified } from '../values/simplified-chinese.ts';

/** The parts of an answer that may be a document, such as a report of what somebody has done. */
const documents = /^\s*#[^]*|^\s*(?:[-*•|]|\d+[.)、]).*$/gmu;

/**
 * Returns the kinds of changes that an answer says its author has made. Quotations, letters, questions, negations and
 * conditions do not count, nor what others did or what is written into a file. Messages and payments in a list or below
 * a heading do not count, either, since a report of somebody else's work looks like that.
 */
export function claimedChanges(text: string): ChangeKind[] {
  const answerWithoutQuotes =
    simplified(text.slice(0, maxAnswerLength)).replace(quotationPattern, '').split(letterOpeningPattern)[0] ?? '';
  const [all, kindsOutsideDocuments] = [
    kindsIn(answerWithoutQuotes),
    kindsIn(answerWithoutQuotes.replace(documents, '')),
  ];
  return changeKinds.filter((kind) =>
    (kind === 'messages' || kind === 'payments' ? kindsOutsideDocuments : all).has(kind),
  );
}

const kindsIn = (text: string): Set<ChangeKind> =>
  new Set(
    sentencesOfAnswer(text)
      .filter((sentence) => sentence.length <= maxSentenceLength && !/[?？]/u.test(sentence))
      .flatMap((sentence) => [...claimedChangesInEnglish(sentence), ...claimedChangesInChinese(sentence)]),
  );
