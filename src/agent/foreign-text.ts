import { contentHash } from '../values/content-hash.ts';
import { withoutHiddenSigns } from '../values/hidden-signs.ts';
import type { Prompts } from '../protocols/prompts.ts';

/**
 * Text from outside within a frame that it cannot end: the frame's mark comes from the id of the effect that brought
 * the text and from a secret of this browser, and is one that the text does not hold. The frame is the same in each
 * request.
 */
export function foreignText(prompts: Prompts, effect: string, text: string): string {
  const plain = lettersOf(text);
  const secret = contentHash({ frame: effect, secret: prompts.secret ?? '' });
  let nth = 0;
  let mark: string;
  do mark = contentHash({ secret, nth: (nth += 1) }).slice(0, 8);
  while (plain.includes(mark));
  return prompts.foreign(withoutHiddenSigns(text), mark);
}

/** What a reader may take a text to say: without case, width, blanks and signs that have no shape. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase();
