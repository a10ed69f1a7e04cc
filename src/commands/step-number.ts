/**
 * The step that the text of `/skip` or `/retry` names: `3`, `step 3`, `第三步`; null if it names none, and undefined if
 * there is no text.
 */
export function stepNumber(rest: string): number | null | undefined {
  if (rest === '') return undefined;
  const named =
    /^(?:step|第)?\s*(?:no\.?|#)?\s*(?:(\d{1,5})|([一二三四五六七八九十]{1,3}))\s*(?:步|个步骤)?[.。]?$/iu.exec(
      rest.normalize('NFKC'),
    );
  if (!named) return null;
  return named[1] === undefined ? chineseNumber(named[2] ?? '') : Number(named[1]);
}

/** The number below a hundred that is written as `三`, `十二` or `二十一`; null for any other. */
function chineseNumber(text: string): number | null {
  const [, tens = '', ten = '', ones = ''] = /^([二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/u.exec(text) ?? [];
  if (tens !== '' && ten === '') return ones === '' ? digit(tens) : null;
  const number = (ten === '' ? 0 : 10 * (digit(tens) || 1)) + digit(ones);
  return number > 0 ? number : null;
}

const digit = (sign: string): number => (sign === '' ? 0 : '一二三四五六七八九'.indexOf(sign) + 1);
