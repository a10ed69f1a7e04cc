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

/**
 * Sentences that begin by saying to work on a text, which has to be read for that if it is a file; not those about a
 * file that is there or not, nor those that say to check what another file is to hold.
 */
const worksOn = [
  new RegExp(
    String.raw`${englishClauseOpening}(?:(?:first|then|next|now),?\s+)?(?:proofread|translate|rewrite|revise|correct|edit|summari[sz]e|review|check|compare)\s+(?!(?:that|whether)\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`${chineseClauseOpening}(?:[将把][^，。；]{1,40}?)?(?:校对|翻译|改写|润色|修订|总结|检查|核对|对比)(?!.{0,12}(?:是否|有没有|存在))`,
    'u',
  ),
];
/** The place at which what is written goes, behind the text that is worked on: “into b.md”, “and save it as b.md”. */
const target =
  /\b(?:(?:in)?to|as|in|and (?:save|write|add|append|put|store)\b.*)\s+["'“‘`「《]?[\p{L}\d_./-]+\.\w{2,8}\b|(?:[到为成入]|保存|写入)\s*["'“‘`「《]?[\p{L}\d_./-]+\.\w{2,8}/giu;

/** True if a description has a sentence that begins by saying to read something, or to work on it. */
export const asksToRead = (description: string): boolean =>
  sentencesBeginning(description, [...reads, ...worksOn]).length > 0;

const sentencesBeginning = (description: string, forms: readonly RegExp[]): string[] =>
  unconditionalSentences(description).filter((sentence) => forms.some((pattern) => pattern.test(simplified(sentence))));

/**
 * The addresses and names of files that a step's description says to read, in sentences that begin with that; of names
 * only those of `files`, the files that there are. In sentences that say to work on a text only such names count, with
 * an ending, and not where the result is to go.
 */
export function sourcesToReadInDescription(description: string, files: readonly string[]): string[] {
  const namesIn = (sentence: string) => files.filter((name) => hasName(sentence.toLowerCase(), name.toLowerCase()));
  return [
    ...sentencesBeginning(description, reads).flatMap((sentence) => [
      ...addressesIn({ goal: sentence, steps: [] }),
      ...namesIn(sentence),
    ]),
    ...sentencesBeginning(description, worksOn)
      .flatMap((sentence) => namesIn(sentence.replace(target, ' ')))
      .filter((name) => /\.\w{1,8}$/.test(name)),
  ];
}

/** True if the name stands in the text, and not as a part of a longer name. */
function hasName(text: string, name: string): boolean {
  const nameIndex = text.indexOf(name);
  const [before, after] = [text.slice(0, nameIndex), text.slice(nameIndex + name.length)];
  return nameIndex >= 0 && !/[\w./-]$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after);
}
