/** True if the text of a file of this name is prose, in which a line break within a sentence would be wrong. */
export const isProse = (name: string): boolean => /\.(?:md|markdown|txt|docx)$/i.test(name);

/** The end of a sentence, also within quotes or emphasis. */
const sentenceEnd = /[.!?…。！？][\s"'”’»“」』）)\]*_]*$/u;
/** A line that is no prose: an item of a list, a row of a table, a heading, a quote, or the mark of a code block. */
const marked = /^\s*(?:[-*+•]\s|[|>#]|\d+[.)、]|`{3}|~{3}|[（(]?\d+[)）])/;
/** The shortest last line, in Latin and in Chinese letters, that can be one of a text which was cut in its sentence. */
const longLine = { latin: 80, chinese: 30 };
const chinese = /\p{Script=Han}/u;

/**
 * Returns what is put between the prose of a file and the text that is added to it: a blank line after a paragraph,
 * nothing within a long line whose sentence goes on, and otherwise a line break.
 */
export function jointOfProse(before: string, more: string): string {
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
  if (breaks === 0 && goesOn(last, before, more)) return '';
  if (/^\s*#/.test(last) || /^\s*#/.test(next)) return '\n'.repeat(2 - breaks);
  return sentenceEnd.test(last) && !isLineByLine ? '\n'.repeat(2 - breaks) : line;
}

/** True if a text goes on in the sentence, or even the word, in which the long last line of another ends. */
function goesOn(last: string, before: string, more: string): boolean {
  if (marked.test(last) || sentenceEnd.test(last)) return false;
  if (/[^\S\n]$/.test(before)) return true;
  const isChinese = chinese.test(last.slice(-1));
  if (last.length < (isChinese ? longLine.chinese : longLine.latin)) return false;
  return isChinese ? /^[\p{Script=Han}，。、；：！？”’）]/u.test(more) : /^[\p{Ll}.,;:!?’”)-]|^[^\S\n]\S/u.test(more);
}

/** The length of the text before a joint that the model is told, so that it can go on at the very word. */
const toldLength = 70;

/** Says how a text went on: the end of what was there, and what was put between. */
export function jointNote(before: string, joint: string): string {
  const put = joint === '' ? 'nothing' : joint === '\n' ? 'a line break' : 'a blank line';
  return ` What was there ends “…${before.trimEnd().slice(-toldLength).replace(/\s+/g, ' ')}”; ${put} was put between.`;
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
