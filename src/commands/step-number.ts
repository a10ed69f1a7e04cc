import { parseChineseNumber } from '../calendar/chinese-number.ts';
import { simplified } from '../values/simplified-chinese.ts';

/**
 * The step that the text of `/skip` or `/retry` names: `3`, `step 3`, `第三步`; null if it names none, and undefined if
 * there is no text.
 */
export function parseStepNumber(rest: string): number | null | undefined {
  if (rest === '') return undefined;
  const number =
    /^(?:step|第)?\s*(?:no\.?|#)?\s*(\d{1,5}|(?:[二三四五六七八九]?十)?[一二三四五六七八九]|[二三四五六七八九]?十)\s*(?:步|个步骤)?[.。]?$/iu.exec(
      simplified(rest.normalize('NFKC')),
    )?.[1];
  return number === undefined ? null : parseChineseNumber(number);
}
