import { balancedObject } from './balanced-object.ts';

/** The tags between which models write their reasoning. */
export const thinkTags: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
];

const escaped = (tag: string) => tag.replace(/[|[\]/]/g, '\\$&');
const sourceOf = (place: 0 | 1) => thinkTags.map((pair) => escaped(pair[place])).join('|');
/** A regular expression's source that matches any opening tag of `thinkTags`. */
export const openingTagSource = sourceOf(0);
/** The source of a regular expression that matches any closing tag of `thinkTags`. */
export const closingTagSource = sourceOf(1);

const quotes = '"\'`“”‘’«»「」『』';

/** The positions of code fences in a text. */
const fencesIn = (text: string) => Array.from(text.matchAll(/```/g), ({ index }) => index);
/** The largest distance in characters between a tag and the ends of its code span. */
const span = 300;

/**
 * True if the part of a text from `start` to `end` is quoted: between quotes, in a code span or in a closed code block.
 */
export function isQuoted(text: string, start: number, end: number, fences = fencesIn(text)): boolean {
  const before = text[start - 1] ?? '';
  const after = text[end] ?? '';
  if (before !== '' && after !== '' && quotes.includes(before) && quotes.includes(after)) return true;
  const [head = ''] = text
    .slice(Math.max(0, start - span), start)
    .split('\n')
    .slice(-1);
  const [tail = ''] = text.slice(end, end + span).split('\n', 1);
  if (head.split('`').length % 2 === 0 && tail.includes('`')) return true;
  const fencesBefore = fences.findLastIndex((at) => at < start) + 1;
  return fencesBefore % 2 === 1 && fences.length % 2 === 0;
}

/** True if a tag is only mentioned in a sentence. */
const isMentioned = (text: string, start: number, end: number) =>
  /[ \t]/.test(text[start - 1] ?? '') && /^[ \t]+\p{Ll}/u.test(text.slice(end, end + 8));

interface ThinkTag {
  closes: boolean;
  start: number;
  end: number;
}

/**
 * The reasoning tags in a text, in order, without those that are quoted, mentioned in a sentence, or inside the strings
 * of an object outside of reasoning.
 */
export function* findThinkTags(text: string): Generator<ThinkTag> {
  const outside = new RegExp(`[{｛]|(${openingTagSource})|(?:${closingTagSource})`, 'gi');
  const within = new RegExp(closingTagSource, 'gi');
  const fences = fencesIn(text);
  let tagPattern = outside;
  let whole = true;
  for (let tagMatch = tagPattern.exec(text); tagMatch; tagMatch = tagPattern.exec(text)) {
    const start = tagMatch.index;
    const end = tagPattern.lastIndex;
    if (/[{｛]/.test(tagMatch[0])) {
      const object = whole ? balancedObject(text, start) : 'cut';
      if (typeof object === 'string') whole = false;
      else tagPattern.lastIndex = object.end;
    } else if (!isQuoted(text, start, end, fences) && !isMentioned(text, start, end)) {
      const closes = tagMatch[1] === undefined;
      yield { closes, start, end };
      tagPattern = closes ? outside : within;
      tagPattern.lastIndex = end;
    }
  }
}
