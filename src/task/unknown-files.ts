const saving =
  /\b(?:saved?|saves|wrote|written|created?|stored|exported|placed|put|recorded|generated|compiled)\b|保存|存入|存到|存为|写入|写到|写成|写进|生成|创建|导出|放在|记录/iu;
const fileName =
  /(?<![\p{L}\d_./:-])[\p{L}\d_][\p{L}\d_.-]*\.(?:md|txt|csv|tsv|json|html|ics|svg|png|docx|xlsx|pdf)\b/giu;

/**
 * Returns the names of files that a text says were written, but of which none of the `known` texts has the name: file
 * names without spaces in sentences that speak of saving, each once.
 */
export function unknownFilesIn(text: string, known: readonly string[]): string[] {
  const texts = known.map((each) => each.toLowerCase());
  const names = text
    .split(/(?<=[。！？；\n]|[.!?;]\s)/u)
    .filter((sentence) => saving.test(sentence))
    .flatMap((sentence) => sentence.match(fileName) ?? [])
    .map((name) => name.replace(/^.*[到为成入在了进](?=.)/u, ''))
    .filter((name) => !texts.some((each) => each.includes(name.toLowerCase())));
  return [...new Set(names)];
}
