import { addressesIn } from '../../plan/addresses-in.ts';
import { chineseClauseOpening, englishClauseOpening, unconditionalSentences } from '../clauses.ts';
import { originalOf, simplified } from '../../values/simplified-chinese.ts';

/** Sentences that begin by saying to read something. */
const reads = [
  new RegExp(
    String.raw`${englishClauseOpening}(?:(?:first|then|next|now),?\s+)?(?:read|open|fetch|load|visit)\s`,
    'iu',
  ),
  new RegExp(String.raw`${chineseClauseOpening}(?:阅读|读取|读一下|读完|打开|访问|抓取|获取|读)(?!者|音|数)`, 'u'),
];

/** Verbs of work on a text, which has to be read for that if it is a file. */
const english = 'proofread|translate|rewrite|revise|correct|edit|summari[sz]e|review|compare';
const chinese = '校对|翻译|改写|润色|修订|总结|对比';
/** Sentences that begin by saying to work on something. */
const worksOn = [
  new RegExp(String.raw`${englishClauseOpening}(?:(?:first|then|next|now),?\s+)?(?:${english})\s`, 'iu'),
  new RegExp(String.raw`${chineseClauseOpening}(?:(?:${chinese})|[将把])`, 'u'),
];

/** True if a description has a sentence that begins by saying to read something, or to work on it. */
export const asksToRead = (description: string): boolean =>
  sentencesBeginning(description, [...reads, ...worksOn]).length > 0;

const sentencesBeginning = (description: string, forms: readonly RegExp[]): string[] =>
  unconditionalSentences(description).filter((sentence) => forms.some((pattern) => pattern.test(simplified(sentence))));

/**
 * The addresses and names of files that a step's description says to read, in sentences that begin with that; of names
 * only those of `files`, the files that there are. In sentences that say to work on a text only such names count that
 * are its object.
 */
export function sourcesToReadInDescription(description: string, files: readonly string[]): string[] {
  const namesIn = (sentence: string) => files.filter((name) => hasName(sentence.toLowerCase(), name.toLowerCase()));
  return [
    ...sentencesBeginning(description, reads).flatMap((sentence) => [
      ...addressesIn({ goal: sentence, steps: [] }),
      ...namesIn(sentence),
    ]),
    ...sentencesBeginning(description, worksOn).flatMap((sentence) => namesIn(objectOfWork(sentence))),
  ];
}

const name = String.raw`[\p{L}\d_./-]*?\.\w{1,8}(?![\w/-]|\.\w)`;
/** “Proofread NAME and NAME”, “Compare NAME with NAME”, 校对 NAME、NAME, 把 NAME 翻译成英文. */
const objects = [
  String.raw`${worksOn[0]?.source}+(?:the\s+)?(?:(?:text|file|document)\s+)?(?<object>${name}(?:(?:,|,?\s+(?:and|with))\s+${name})*)`,
  String.raw`${chineseClauseOpening}(?:${chinese})\s*(?:文件)?\s*(?<object>${name}(?:\s*[、和与]\s*${name})*)`,
  String.raw`${chineseClauseOpening}[将把]\s*(?<object>${name})\s*(?:${chinese})`,
].map((form) => new RegExp(form, 'iu'));

/** The files that stand right behind the verb of work, outside of quotation marks; empty if there are none. */
function objectOfWork(sentence: string): string {
  for (const form of objects) {
    const object = form.exec(simplified(sentence))?.groups?.['object'];
    if (object !== undefined) return originalOf(object, sentence);
  }
  return '';
}

/** True if the name stands in the text, and not as a part of a longer name. */
function hasName(text: string, name: string): boolean {
  const nameIndex = text.indexOf(name);
  const [before, after] = [text.slice(0, nameIndex), text.slice(nameIndex + name.length)];
  return nameIndex >= 0 && !/[\w./-]$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after);
}
