import type { LocalToolContext } from '../../ports/toolbox.ts';
import type { SessionFile } from '../../records/session-file.ts';
import { toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import { estimatedTokens } from '../../values/estimated-tokens.ts';
import { excerptFrom } from '../excerpt.ts';
import { isProse, proseLength } from './prose.ts';

type NamedText = Pick<SessionFile, 'name' | 'content'>;
/** A part of a text with the words about it, and its place in the text; null if there is nothing to read there. */
interface ReadPart {
  text: string;
  place: Pick<NonNullable<ToolResult['part']>, 'from' | 'until'> | null;
}

/** The least and the most characters of a text that one call reads, and those for a model of unknown window. */
const partLengths = { least: 4000, most: 40_000, unknown: 12_000 };

/** What the field for the length of a part says of it. */
export const lengthNote = `characters, ${partLengths.most.toLocaleString('en')} at most; fewer if your context window is small or not known`;

/** The characters that all calls of one reply read together, and those that each of them may read after that. */
const replyLengths = { most: 100_000, further: 1000 };

/**
 * Returns the most characters of this text that one call reads: about an eighth of the model's window, which takes
 * messages of at most `room` tokens, or null if that is not known; fewer once the reply has read much.
 */
export function longestPart(
  content: string,
  { room, readInReply = 0 }: Pick<LocalToolContext, 'room' | 'readInReply'>,
): number {
  const left = Math.max(replyLengths.further, replyLengths.most - readInReply);
  if (room == null || content === '') return Math.min(left, partLengths.unknown);
  const sample = content.slice(0, partLengths.least);
  const fitting = Math.floor(((room / 8) * sample.length) / estimatedTokens(sample));
  return Math.min(left, partLengths.most, Math.max(partLengths.least, fitting));
}

/** Which part of a text is to be read: by characters from `from`, or by lines, at most `limit` characters. */
interface PartRequest {
  from: number | undefined;
  line: number | undefined;
  lines: number | undefined;
  limit: number;
}

/** Returns the result of a call that read a part of the text with the id `of`. */
export function readResult(
  file: NamedText,
  of: string,
  { from, line, lines, limit }: PartRequest,
  more: Partial<ToolResult>,
): ToolResult {
  const { text, place } =
    line === undefined && lines === undefined
      ? fileRange(file, from ?? 0, limit)
      : fileLines(file, line ?? 1, lines ?? Infinity, limit);
  return toolSuccess(text, { ...more, ...(place && { part: { of, ...place } }) });
}

/**
 * Returns at most `count` lines of a file starting at `first` (1 is the top), as many as fit into `limit` characters,
 * with their position and where to continue. A line that does not fit is shown by characters.
 */
function fileLines(file: NamedText, first: number, count: number, limit: number): ReadPart {
  const all = splitLines(file.content);
  const start = Math.floor(first) - 1;
  const requestedLines = all.slice(start, start + Math.floor(count));
  if (requestedLines.length === 0)
    return {
      text: `“${file.name}” has ${all.length} lines; there is nothing from line ${start + 1} on.`,
      place: null,
    };
  const fitting: string[] = [];
  let length = 0;
  for (const line of requestedLines) {
    length += line.length + 1;
    if (length > limit) break;
    fitting.push(line);
  }
  const from = all.slice(0, start).join('\n').length + Math.min(start, 1);
  if (fitting.length === 0) return fileRange(file, from, limit);
  const end = start + fitting.length;
  const rest = end < all.length ? ` More from line ${end + 1} on.` : ' This is the end.';
  const text = fitting.join('\n');
  const until = from + text.length;
  return {
    text: `“${file.name}”, lines ${start + 1} to ${end} of ${all.length}.${rest}${partNote(file, text, until)}\n\n${text}`,
    place: { from, until },
  };
}

/** Returns at most `limit` characters of a file starting at `from`, with their position and where to continue. */
function fileRange(file: NamedText, from: number, limit: number): ReadPart {
  const { text, from: start, until, total } = excerptFrom(file.content, from, limit);
  if (text === '')
    return { text: `“${file.name}” has ${total} characters; there is nothing from ${from} on.`, place: null };
  const place = { from: start, until };
  if (start === 0 && until === total)
    return { text: `“${file.name}”, whole${partNote(file, text, until)}:\n\n${text}`, place };
  const rest = until < total ? ` More from ${until} on.` : ' This is the end.';
  return {
    text: `“${file.name}”, characters ${start} to ${until} of ${total}.${rest}${partNote(file, text, until)}\n\n${text}`,
    place,
  };
}

/** The length from which a text that was read is too long to be handed on as the result of a step. */
const longText = 2000;

/**
 * Says of a long part how long it is, how much of the whole comes after it, and that later steps do not see it.
 */
function partNote({ name, content }: NamedText, text: string, until: number): string {
  if (text.length < longText) return '';
  const length = isProse(name) ? proseLength(text) : null;
  const left = Math.ceil(((content.length - until) / content.length) * 100);
  const size = [...(length ? [length] : []), ...(left > 0 ? [`${left} % of the file comes after`] : [])].join('; ');
  return ` (${size === '' ? '' : `${size}. `}Later steps do not see it: put what they need into your response or a file.)`;
}

/** Returns the lines of a text; a final line break does not begin another line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
