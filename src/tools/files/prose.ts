/** True if the text of a file of this name is prose, in which a line break within a sentence would be wrong. */
export const isProse = (name: string): boolean => /\.(?:md|markdown|txt|docx)$/i.test(name);

/** The end of a sentence, also within quotes or emphasis. */
const sentenceEnd = /[.!?…。！？][\s"'”’»“」』）)\]*_]*$/u;
/** A line that is no prose: an item of a list, a row of a table, a heading, a quote, or the mark of a code block. */
const marked = /^\s*(?:[-*+•]\s|[|>#]|\d+[.)、]|`{3}|~{3}|[（(]?\d+[)）])/;
/** The shortest last line, in Latin and in Chinese letters, that can be one of a text which was cut in its sentence. */
const longLine = { latin: 80, chinese: 30 };
const chinese = /\p{Script=Han}/u;
/** The beginning of a text that can only go on in a line: one space, or a mark within or after a sentence. */
const continuation = /^[^\S\n]\S|^[,.;:!?’”)]+(?:\s|$)|^[，。、；：！？”’）]/u;
const address = /:\/\/|www\.|@/i;

/**
 * Returns what is put between the prose of a file and the text that is added to it: a blank line after a paragraph,
 * nothing where a long line certainly goes on, and otherwise a line break. One missing can't be seen later.
 */
export function jointOfProse(name: string, before: string, more: string): string {
  if (/^[^\S\n]*\n[^\S\n]*\n/.test(more) || /\n[^\S\n]*\n[^\S\n]*$/.test(before)) return '';
  const breaks = (/\n\s*$/.test(before) ? 1 : 0) + (/^\s*\n/.test(more) ? 1 : 0);
  const lines = before.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const [next = ''] = more.trimStart().split('\n', 1);
  const line = breaks === 0 ? '\n' : '';
  const isInCode = lines.filter((each) => /^\s*(?:`{3}|~{3})/.test(each)).length % 2 === 1;
  const isLineByLine =
    lines.filter((each) => !/^\s*#/.test(each)).length > 1 && lines.every((each) => each.trim() !== '');
  if (isInCode || (marked.test(last) && marked.test(next) && !/^\s*#/.test(next))) return line;
  if (/^\s*#/.test(last) || /^\s*#/.test(next)) return '\n'.repeat(2 - breaks);
  if (isLineByLine) return line;
  if (breaks === 0 && !/\.txt$/i.test(name) && goesOn(last, next, before, more)) return '';
  return sentenceEnd.test(last) ? '\n'.repeat(2 - breaks) : line;
}

/** True if a text goes on in the sentence in which the long last line of another ends. */
function goesOn(last: string, next: string, before: string, more: string): boolean {
  if ([last, next].some((line) => marked.test(line) || address.test(line)) || sentenceEnd.test(last)) return false;
  if (last.length < (chinese.test(last.slice(-1)) ? longLine.chinese : longLine.latin)) return false;
  return /\S[^\S\n]$/.test(before) || (/\S$/.test(before) && continuation.test(more));
}

/** The length of the text before a joint that the model is told, so that it can go on at the very word. */
const toldLength = 70;

/**
 * Says how a text went on: what was put between, and the end of what was there if the step itself wrote it (`isOwn`);
 * any other text may be from outside.
 */
export function jointNote(before: string, joint: string, isOwn: boolean): string {
  const put = joint === '' ? 'nothing' : joint === '\n' ? 'a line break' : 'a blank line';
  const end = before.trimEnd().slice(-toldLength).replace(/\s+/g, ' ');
  return isOwn ? ` What was there ends “…${end}”; ${put} was put between.` : ` Put between: ${put}.`;
}

/** The fewest words, or Chinese characters, of which the number is told. */
const leastCounted = 100;

/** Returns how long a text is, in words or in Chinese characters: `4,950 words`; null if it is short. */
export function proseLength(text: string): string | null {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu)?.length ?? 0;
  const isChinese = characters > words;
  const count = isChinese ? characters : words;
  return count < leastCounted ? null : `${count.toLocaleString('en')} ${isChinese ? 'characters' : 'words'}`;
}
