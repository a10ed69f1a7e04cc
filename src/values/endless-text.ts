/** The longest unit that is looked for, how often it must be repeated, and how much of the end it must fill. */
const longestUnit = 80;
const repeats = 20;
const least = 200;

/** True if a text ends in one unit of words repeated without end, such as “Done. Done. Done. …”. */
export function isEndless(text: string): boolean {
  const end = text.trim().replace(/\s+/g, ' ').slice(-4000);
  if (end.length < least) return false;
  for (let unit = 1; unit <= longestUnit; unit += 1) {
    let repeatStart = end.length - 1;
    while (repeatStart >= unit && end[repeatStart] === end[repeatStart - unit]) repeatStart -= 1;
    const repeatedLength = end.length - 1 - repeatStart;
    const hasWord = /\p{L}/u.test(end.slice(-unit));
    if (hasWord && repeatedLength >= Math.max(least, unit * (repeats - 1))) return true;
  }
  return false;
}
