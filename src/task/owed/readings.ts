import { addressesIn } from '../../plan/addresses-in.ts';
import { chineseClauseOpening, englishClauseOpening, unconditionalSentences } from '../clauses.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/** Sentences that begin by saying to read something. */
const reads = [
  new RegExp(
    String.raw`${englishClauseOpening}(?:(?:first|then|next|now),?\s+)?(?:read|open|fetch|load|visit)\s`,
    'iu',
  ),
  new RegExp(String.raw`${chineseClauseOpening}(?:阅读|读取|读一下|读完|打开|访问|抓取|获取|读)(?!者|音|数)`, 'u'),
];

/** True if a description has a sentence that begins by saying to read something. */
export const asksToRead = (description: string): boolean => sentencesToRead(description).length > 0;

const sentencesToRead = (description: string): string[] =>
  unconditionalSentences(description).filter((sentence) => reads.some((pattern) => pattern.test(simplified(sentence))));

/**
 * The addresses and names of files that a step's description says to read, in sentences that begin with that; of names
 * only those of `files`, the files that there are.
 */
export function sourcesToReadInDescription(description: string, files: readonly string[]): string[] {
  return sentencesToRead(description).flatMap((sentence) => [
    ...addressesIn({ goal: sentence, steps: [] }),
    ...files.filter((name) => hasName(sentence.toLowerCase(), name.toLowerCase())),
  ]);
}

/** True if the name stands in the text, and not as a part of a longer name. */
function hasName(text: string, name: string): boolean {
  const nameIndex = text.indexOf(name);
  const [before, after] = [text.slice(0, nameIndex), text.slice(nameIndex + name.length)];
  return nameIndex >= 0 && !/[\w./-]$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after);
}
