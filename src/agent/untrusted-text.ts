import { contentHash } from '../values/content-hash.ts';
import { withoutHiddenCharacters } from '../values/hidden-characters.ts';
import type { Prompts } from '../protocols/prompts.ts';

/**
 * Text from outside in a frame that the text cannot close: the frame's mark is derived from the id of the effect that
 * brought the text and from a secret of this browser, and does not occur in the text. The frame is the same in each
 * request.
 */
export function wrapUntrustedText(prompts: Prompts, effect: string, text: string): string {
  const plain = lettersOf(text);
  const secret = contentHash({ frame: effect, secret: prompts.secret ?? '' });
  let nth = 0;
  let mark: string;
  do mark = contentHash({ secret, nth: (nth += 1) }).slice(0, 8);
  while (plain.includes(mark));
  return prompts.foreign(withoutHiddenCharacters(text), mark);
}

/** The text without case, width, spaces and invisible characters, as a reader may perceive it. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase();
