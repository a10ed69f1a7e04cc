import { codeOf } from '../../values/hidden-signs.ts';
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

/** The name of one of Cairn's own tools; undefined for other tools. */
export function ownTool(name: string): (typeof own)[number] | undefined {
  return own.find((known) => known === name);
}

/** The name of a tool for people: Cairn's own are translated, those of a server stay as they are. */
export function toolText(name: string, words: Translator): string {
  const known = ownTool(name);
  return known ? words.t(`tool.${known}`) : name;
}

/**
 * Characters that cannot be seen: controls, format characters (bidirectional ones included), fillers, lone surrogates;
 * without line ends and the variation selectors of emoji.
 */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text in which characters that are invisible or change the reading order are written out, except line ends, so that
 * what is approved is what is seen.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, codeOf);
}
