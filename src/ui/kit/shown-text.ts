import { plainToolName } from '../../values/plain-tool-name.ts';
import { characterEscape } from '../../values/hidden-characters.ts';
import type { Translator } from '../app/translator.svelte.ts';

const own = [
  'fetch',
  'search',
  'look',
  'read_artifact',
  'todo',
  'schedule',
  'files',
  'compute',
  'chart',
  'memory',
] as const;

/** Returns the name if it is one of Cairn's own tools; undefined for other tools. */
export function ownToolName(name: string): (typeof own)[number] | undefined {
  return own.find((known) => known === name);
}

/** The name of a tool for people: Cairn's own are translated, those of a server are told by what is known of them. */
export function shownToolName(name: string, words: Translator): string {
  const known = ownToolName(name);
  return known ? words.t(`tool.${known}`) : plainToolName(name);
}

/**
 * Invisible characters: controls, format characters (bidirectional ones included), fillers and lone surrogates. Line
 * ends and the variation selectors of emoji are excluded.
 */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the text with every character that is invisible or changes the reading order written out, except line ends,
 * so that people see exactly what they approve.
 */
export function escapeInvisibleCharacters(text: string): string {
  return text.replace(unseen, characterEscape);
}
