import { originalOf, simplified } from '../values/simplified-chinese.ts';

/** Forms that say that something was saved; “create a package.json” is advice. */
const savedPattern =
  /\b(?:saved|wrote|written|created|stored|exported|recorded|generated|compiled)\b|已.{0,20}?(?:保存|存入|存到|存为|存在|写入|写到|写成|写进|生成|创建|导出|放在|记录)|(?:保存|存|写|放|导出|记录)(?:到|入|为|成|进|在)?了|(?:生成|创建)了/iu;
/** Words before such a phrase that say that nothing was saved. */
export const negationPattern =
  /\b(?:not|never|cannot|can|could|should|must|would|will|if|please|to be)\b|n['’]t\b|没|未(?!来)|可以?|请|如果|需要/iu;
const endings = 'md|txt|csv|tsv|json|html|ics|svg|png|docx|xlsx|pdf';
const fileName = new RegExp(String.raw`(?<![\p{L}\d_./:-])[\p{L}\d_][\p{L}\d_.-]*\.(?:${endings})\b`, 'giu');
/** Matches a quotation or code span that contains only a file name, with its two delimiters. */
const fileOnly = /^.[\p{L}\d_.-]+.$/u;

/** Names of files, each as the sign §, that stand in a row. */
const row = String.raw`§(?:(?:,|、|,? and|和) ?§)*`;
/** Deeds of which the result is a file: “a.md is translated”, “Translated: a.md, b.md and c.md”. */
const worked = 'translated|proofread|revised|corrected|rewritten|combined|merged|joined|assembled';
const workedPattern = new RegExp(
  String.raw`§ (?:is|are|was|were|has been|have been) (?:now |all |also )?(?:${worked})\b|(?:\b(?:${worked})\s*:|(?:翻译|校对|润色|改写|修改|合并)(?:完成|好了|完毕)[：:]|已(?:全部|经)?(?:翻译|校对|润色|改写|合并)(?:完成|好)?[：:])\s*${row}[.。\s]*$`,
  'iu',
);
/** Forms that say that a file is there: “The story is in a.md”, “a.md holds the story”, “Result: a.md”, “- a.md”. */
const therePattern = new RegExp(
  String.raw`\b(?:is|are|stands?) (?:now |all )?in ${row}|§ (?:now )?(?:holds|contains|is ready\b)|§ ?(?:现在|已)?(?:包含|含有|已就绪|已写好)|[在见] ?${row} ?[中里]|^[\s\d.)*•-]*(?:(?:results?|files?|结果|文件)\s*[:：])?\s*${row}[.。\s]*$`,
  'iu',
);
/** Words of a sentence that says that something is not there. */
const lackingPattern =
  /\b(?:no|none|nothing|neither|nor|without|missing|lacks?|fail\w*|unable|skipped|left out|instead of|next|later|yet|declin\w*|den(?:y|ied)|refus\w*|cancel\w*|block\w*|stop\w*|pending|open|gave up|outstanding)\b|[无缺不待差剩]|失败|跳过|尚|还需|下一步|之后|拒绝|取消|放弃/iu;

/**
 * Returns the names of the files that a text says were written: file names without spaces in sentences that say that
 * something was saved, each once. Of the files in `asked`, those that the task was to write, a sentence says so that
 * says that they are there.
 */
export function filesClaimedSaved(text: string, asked: readonly string[] = []): string[] {
  const wanted = new Set(asked.map((name) => simplified(name).toLowerCase()));
  const names = sentencesOfAnswer(simplified(text)).flatMap((sentence) => {
    const all = (sentence.match(fileName) ?? []).map(bareName);
    if (saysSaved(sentence)) return all;
    if (/[?？]/u.test(sentence) || negationPattern.test(sentence) || lackingPattern.test(sentence)) return [];
    const form = sentence
      .replace(/[`"“”‘’「」《》]|\*\*/gu, '')
      .replace(fileName, (name) => `${name.slice(0, name.length - bareName(name).length)}§`);
    if (workedPattern.test(form)) return all;
    return therePattern.test(form) ? all.filter((name) => wanted.has(name.toLowerCase())) : [];
  });
  return [...new Set(names.map((name) => originalOf(name, text)))];
}

/** A file's name without the Chinese words that stand right before it. */
const bareName = (name: string): string => name.replace(/^.*(?:[到为成入在了进]|导出|创建|保存)(?=.)/u, '');

/** Documents that an answer may name in any language; what programmers name in passing is not among them. */
const documentName =
  /(?<![\p{L}\d_./:*\\-])[\p{L}\d_][\p{L}\d_.-]*\.(?:md|txt|csv|tsv|ics|svg|png|docx|xlsx|pptx|pdf)(?![\w/*-]|\.\w)/giu;

/**
 * Returns the names of the documents in a text of whatever language, each once, without those in questions and in what
 * it shows as code or cites from elsewhere.
 */
export function fileNamesInText(text: string): string[] {
  const answerWithoutQuotes = text
    .slice(0, maxAnswerLength)
    .replace(/```[^]*?(?:```|$(?![^]))|^\s*>.*$/gmu, '')
    .replace(/`[^`\n]*`/gu, (codeSpan) => (fileOnly.test(codeSpan) ? codeSpan.slice(1, -1) : ''));
  return [
    ...new Set(
      sentencesOfAnswer(answerWithoutQuotes)
        .filter((sentence) => !/[?？]/u.test(sentence))
        .flatMap((sentence) => sentence.match(documentName) ?? []),
    ),
  ];
}

/** Text that an answer shows or quotes. */
export const quotationPattern =
  /```[^]*?(?:```|$)|`[^`\n]*`|^\s*>.*$|“[^”]*”|"[^"\n]*"|「[^」]*」|『[^』]*』|《[^》]*》/gmu;
/** Matches the first line of a letter: the text after it is in the name of its sender. */
export const letterOpeningPattern =
  /^[\s*_]*(?:dear\b|(?:hi|hello|hey)\b[^.!?\n]{0,30},\s*$|subject\s*:|尊敬的|亲爱的|主题\s*[:：]|[^。\n]{1,12}[，,]?(?:您好|你好)\s*[:：，,！!]?\s*$)/imu;
/** The maximum length of a sentence; longer text is taken for data. */
export const maxSentenceLength = 400;
/** How much of an answer is read. */
export const maxAnswerLength = 20_000;

/** A file's name with nothing before it that belongs to it, nor after it: no path, no `.csv.gz`. */
const nameThere = String.raw`(?<name>[\p{L}\d_][\p{L}\d_.-]*\.(?:${endings})(?![\w/-]|\.\w|\s*的|\s+by\b))`;
/** saved it to NAME */
const into = String.raw`(?: \p{L}+){0,3}? (?:to|in|as|into) ${nameThere}`;
const author = String.raw`(?:^[^\p{L}\d]*|\b(?:I|we)(?:['’]ve| have)?(?: (?:also|then|now|just|successfully))* |\b(?:I|we)\b[^,;:]* and )`;
const chineseDonePhrase = '已经?(?:[为帮替][您你]|成功|全部)?';
const chineseSavedTo = String.raw`(?:保存到|写入|导出为|存为)了?\s*${nameThere}`;

/** Forms that say that their author saved a file, whose name follows at once. */
const savedByAuthor = [
  String.raw`${author}(?:saved|exported|(?<=have |['’]ve )written)${into}`,
  String.raw`${author}saved ${nameThere}`,
  String.raw`(?:^|[，。；])[^\p{L}\d]*我?${chineseDonePhrase}(?:[将把][^，。；]{1,16})?${chineseSavedTo}`,
].map((form) => new RegExp(form, 'iu'));
/** Forms that say that a file was saved, not by whom. */
const savedAnyhow = [
  String.raw`\b(?:(?:is|are)(?: now)? saved|(?:was|were|has been|have been)(?: now| also)? (?:saved|written|exported))${into}`,
  String.raw`(?:^|[，。；])[^，。；将把]{0,16}${chineseDonePhrase}${chineseSavedTo}`,
].map((form) => new RegExp(form, 'iu'));
/**
 * Words before such a phrase that say that nothing was saved, that it was not saved yet, or that it was saved elsewhere
 * or by somebody else.
 */
const notNow =
  /\b(?:no|none|nobody|nothing|neither|nor|without|before|after|until|when|once|whenever|every|each|next|later|step \d+|plan(?:s|ned)?|going|ready|tr(?:y|ied)|failed|unable|suggest\w*|recommend\w*|you|they|he|she|earlier|previously|already|says?|said|states?|according|example)\b|[不别未]|建议|计划|打算|准备|下一步|之[前后]|[先以]前|上次|尝试|取消|失败|(?<!已|已经|现)将(?=[在会要于来])|(?<![重主纪摘概])要|待(?!办)|会(?!议)|(?<![为帮替])[您你他她]|对方|用户|网站/iu;

/**
 * Returns the names of the files that the words at a step's end say were saved, each once: in narrow forms only, where
 * the name stands right behind the deed. What they show or quote does not count, nor letters, questions, and what
 * stands below a heading. Unless the step has used a tool that writes files, only what is said to be the author's own
 * deed counts.
 */
export function filesStepClaimsSaved(text: string, usedFiles: boolean): string[] {
  const answerWithoutQuotes = simplified(text)
    .slice(0, maxAnswerLength)
    .replace(quotationPattern, (quotation) => (fileOnly.test(quotation) ? quotation.slice(1, -1) : ''))
    .replace(/^\s*#[^]*/mu, '');
  const sentences = sentencesOfAnswer(answerWithoutQuotes.split(letterOpeningPattern)[0] ?? '').filter(
    (sentence) => sentence.length <= maxSentenceLength && !/[?？]/u.test(sentence),
  );
  const forms = [...savedByAuthor, ...(usedFiles ? savedAnyhow : [])];
  const names = sentences.flatMap((sentence) =>
    forms.flatMap((form) => {
      const savedFileMatch = form.exec(sentence);
      const name = savedFileMatch?.groups?.['name'];
      if (!savedFileMatch || name === undefined) return [];
      const before = sentence.slice(0, savedFileMatch.index + savedFileMatch[0].length - name.length);
      return negationPattern.test(before) || notNow.test(before) ? [] : [originalOf(name, text)];
    }),
  );
  return [...new Set(names)];
}

/** Returns the sentences of an answer in either language, each with the mark at its end; a line ends a sentence. */
export const sentencesOfAnswer = (text: string): string[] => text.split(/(?<=[。！？；\n]|[.!?;]\s)/u);

function saysSaved(sentence: string): boolean {
  const savedMatch = savedPattern.exec(sentence);
  return savedMatch !== null && !negationPattern.test(sentence.slice(0, savedMatch.index + savedMatch[0].length));
}
