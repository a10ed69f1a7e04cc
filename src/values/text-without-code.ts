import { shortenedText } from './truncate-text.ts';

/** Code fences, objects, and the tags and lines in which models write calls. */
const markup = [
  /```[\s\S]*?(?:```|$)/g,
  /<([A-Za-z_][\w:-]*)(?:[ =][^<>]*)?>[\s\S]*?<\/\1>/g,
  /<\/?[A-Za-z_|｜][\w:|｜▁-]*(?:[ =][^<>]*)?>/g,
  /\bAction:\s*[\w.]+\s+Action Input:\s*/gi,
  /(?<![^\n])[ \t]*(?:Thought|Action(?: Input)?|Observation):[ \t]*/gi,
  /(?:(?<![^\n])[A-Za-z_][\w.]*[ \t]*)?[{[]\s*["'{][\s\S]*[}\]]/g,
];

/** Returns a text without the code, objects and tags in it: what a person wants to read of a model's reply. */
export function textWithoutCode(text: string): string {
  return markup
    .reduce((words, pattern) => words.replace(pattern, ' '), text)
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\s*[:：]\s*$/u, '')
    .trim();
}

/** Returns the first line of a model's words beside its calls, as the journal notes them. */
export const notedWords = (words: string): string => shortenedText(textWithoutCode(words).split('\n')[0] ?? '', 200);
