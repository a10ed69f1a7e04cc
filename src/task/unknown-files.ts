/** Forms that say that something was saved; “create a package.json” is advice. */
const saved =
  /\b(?:saved|wrote|written|created|stored|exported|recorded|generated|compiled)\b|已.{0,20}?(?:保存|存入|存到|存为|存在|写入|写到|写成|写进|生成|创建|导出|放在|记录)|(?:保存|存|写|放|导出|记录)(?:到|入|为|成|进|在)?了|(?:生成|创建)了/iu;
/** What before such a form says that nothing was saved. */
export const denial =
  /\b(?:not|never|cannot|can|could|should|must|would|will|if|please|to be)\b|n['’]t\b|没|未(?!来)|可以?|请|如果|需要/iu;
const fileName =
  /(?<![\p{L}\d_./:-])[\p{L}\d_][\p{L}\d_.-]*\.(?:md|txt|csv|tsv|json|html|ics|svg|png|docx|xlsx|pdf)\b/giu;
/** A name in quotation marks. */
const fileOnly = /^.[\p{L}\d_.-]+.$/u;

/**
 * Returns the names of the files that a text says were written: file names without spaces in sentences that say that
 * something was saved, each once.
 */
export function filesSaidSaved(text: string): string[] {
  return namesIn(sentencesOf(text).filter((sentence) => saysBefore(sentence, saved)));
}

/** Text that an answer shows or quotes. */
export const quoted = /```[^]*?(?:```|$)|`[^`\n]*`|^\s*>.*$|“[^”]*”|"[^"\n]*"|「[^」]*」|『[^』]*』|《[^》]*》/gmu;
/** The first line of a letter: what follows speaks in the name of its sender. */
export const letter =
  /^[\s*_]*(?:dear\b|(?:hi|hello|hey)\b[^.!?\n]{0,30},\s*$|subject\s*:|尊敬的|亲爱的|主题\s*[:：]|[^。\n]{1,12}[，,]?(?:您好|你好)\s*[:：，,！!]?\s*$)/imu;
/** What is longer is data, not a sentence. */
export const longestSentence = 400;
/** How much of an answer is read. */
export const longestAnswer = 20_000;

/** Forms that say that their author saved something: “The settings are saved in app.json” may explain a program. */
const savedByAuthor =
  /(?:^[\s*_-]*|\b(?:I|we)(?:['’]ve| have)?(?: (?:also|then|now|just|successfully))* |\bhas been |\bhave been )(?:saved|wrote|written|created|stored|exported|recorded|generated)\b|已.{0,20}?(?:保存|存入|存到|存为|写入|写到|写成|写进|导出)/iu;
/** A sentence that ends by saying that something is in a file. */
const isInFile = /\b(?:is|are)(?: now)? in (?=(?:the )?(?:(?:new )?file )?[\p{L}\d_.-]+\s*[.!]?\s*$)/iu;

/**
 * Returns the names of the files that the words at a step's end say were saved, each once. What they show or quote does
 * not count, nor letters, questions, and what stands below a heading. Unless the step has used a tool that writes files,
 * only what is said to be the author's own deed counts.
 */
export function filesStepSaysSaved(text: string, usedFiles: boolean): string[] {
  const said = text
    .slice(0, longestAnswer)
    .replace(quoted, (shown) => (fileOnly.test(shown) ? shown.slice(1, -1) : ''))
    .replace(/^\s*#[^]*/mu, '');
  const sentences = sentencesOf(said.split(letter)[0] ?? '').filter(
    (sentence) => sentence.length <= longestSentence && !/[?？]/u.test(sentence),
  );
  const forms = usedFiles ? [saved, isInFile] : [savedByAuthor];
  return namesIn(sentences.filter((sentence) => forms.some((form) => saysBefore(sentence, form))));
}

/** Returns the sentences of an answer in either language, each with the mark at its end; a line ends a sentence. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[。！？；\n]|[.!?;]\s)/u);

function namesIn(sentences: readonly string[]): string[] {
  const names = sentences
    .flatMap((sentence) => sentence.match(fileName) ?? [])
    .map((name) => name.replace(/^.*(?:[到为成入在了进]|导出|创建|保存)(?=.)/u, ''));
  return [...new Set(names)];
}

/** True if a sentence has such a form and nothing before it denies it. */
function saysBefore(sentence: string, form: RegExp): boolean {
  const found = form.exec(sentence);
  return found !== null && !denial.test(sentence.slice(0, found.index + found[0].length));
}
