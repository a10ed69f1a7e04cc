import type { Words } from '../../../state/app/words.svelte.ts';

const own = ['fetch', 'search', 'read_artifact', 'todo', 'schedule', 'files', 'compute', 'chart', 'memory'] as const;

/** The name as one of Cairn's own tools; undefined for a tool of somebody else. */
export function ownTool(name: string): (typeof own)[number] | undefined {
  return own.find((known) => known === name);
}

/** A tool's name for people: Cairn's own have one in each language, those of a server keep theirs. */
export function toolText(name: string, words: Words): string {
  const known = ownTool(name);
  return known ? words.t(`tool.${known}`) : name;
}

/** Controls, format signs (those that turn the order of reading among them), fillers, halves of a sign: not a line end, nor what makes a picture of a sign. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text with the characters that change reading order, or hide, written out, save line ends: what is approved is what is seen. */
export function visibleText(text: string): string {
  return text.replace(unseen, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
