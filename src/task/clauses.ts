import { simplified } from '../values/simplified-chinese.ts';

const sentences = /(?<=[.!?;])\s+|[。！？；\n]+/;
/** Words that introduce another action. */
const connectives = /\b(?:and|then)\b|然后|并且|接着|(?<![合吞兼])并(?![非不无没行列发排购])/.source;
/** The separators of clauses: punctuation, except the dot of a file name, and words that introduce another action. */
const clauses = new RegExp(String.raw`[,:()，：（）]+|\s[–—-]\s|\.(?=\s|$)|${connectives}`, 'i');
/** The separators of actions: such words alone, since what punctuation separates may be a list of things. */
const actions = new RegExp(connectives, 'i');
const conditional =
  /\b(?:if|any|unless|whether|optional(?:ly)?|as needed|(?:when|where|if) (?:needed|necessary))\b|如果|如有|若|假如|除非|必要|需要时|视情况|可选|任何/i;

/** The beginning of an English clause before its verb, as a pattern: a list marker or number, and "please". */
export const englishClauseOpening = /^\W{0,4}(?:\d{1,3}[.)]\s*)?(?:please\s+)?/.source;
/** The beginning of a Chinese clause before its verb, as a pattern. */
export const chineseClauseOpening =
  /^[^\p{L}\d]{0,4}(?:\d{1,3}[.、)]\s*)?(?:请|先|再|最后|首先|同时|随后|并|帮我|替我|为我)*\s*/u.source;

/** Returns the sentences of a step's description, without those that state a condition. */
export const unconditionalSentences = (description: string): string[] =>
  description.split(sentences).filter((sentence) => !conditional.test(simplified(sentence)));

/** Returns the clauses of a step's description, without those of a sentence that states a condition. */
export function clausesOfDescription(description: string): string[] {
  return unconditionalSentences(description).flatMap((sentence) => sentence.split(clauses));
}

/**
 * Returns what a step's description says to do, one text for each sentence or each part of it after "and" or "then",
 * without those of a sentence that states a condition.
 */
export function actionsInDescription(description: string): string[] {
  return unconditionalSentences(description).flatMap((sentence) => sentence.split(actions));
}
