/** Forms that say that something was saved; “create a package.json” is advice. */
const saved =
  /\b(?:saved|wrote|written|created|stored|exported|recorded|generated|compiled)\b|已.{0,20}?(?:保存|存入|存到|存为|存在|写入|写到|写成|写进|生成|创建|导出|放在|记录)|(?:保存|存|写|放|导出|记录)(?:到|入|为|成|进|在)?了|(?:生成|创建)了/iu;
/** What before such a form says that nothing was saved. */
export const denial =
  /\b(?:not|never|cannot|can|could|should|must|would|will|if|please|to be)\b|n['’]t\b|没|未(?!来)|可以?|请|如果|需要/iu;
const fileName =
  /(?<![\p{L}\d_./:-])[\p{L}\d_][\p{L}\d_.-]*\.(?:md|txt|csv|tsv|json|html|ics|svg|png|docx|xlsx|pdf)\b/giu;

/**
 * Returns the names of the files that a text says were written: file names without spaces in sentences that say that
 * something was saved, each once.
 */
export function filesSaidSaved(text: string): string[] {
  const names = sentencesOf(text)
    .filter(saysSaved)
    .flatMap((sentence) => sentence.match(fileName) ?? [])
    .map((name) => name.replace(/^.*(?:[到为成入在了进]|导出|创建|保存)(?=.)/u, ''));
  return [...new Set(names)];
}

/** Returns the sentences of an answer in either language, each with the mark at its end; a line ends a sentence. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[。！？；\n]|[.!?;]\s)/u);

function saysSaved(sentence: string): boolean {
  const found = saved.exec(sentence);
  return found !== null && !denial.test(sentence.slice(0, found.index + found[0].length));
}
