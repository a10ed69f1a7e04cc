/** The longest unit that is looked for, how often it must be repeated, and how much of the end it must fill. */
const longestUnit = 80;
const repeats = 20;
const least = 200;

/** True if a text ends in one unit of words repeated without end, such as “Done. Done. Done. …”. */
export function isEndless(text: string): boolean {
  const end = text.trim().replace(/\s+/g, ' ').slice(-4000);
  if (end.length < least) return false;
  for (let unit = 1; unit <= longestUnit; unit += 1) {
    let at = end.length - 1;
    while (at >= unit && end[at] === end[at - unit]) at -= 1;
    const filled = end.length - 1 - at;
    const hasWord = /\p{L}/u.test(end.slice(-unit));
    if (hasWord && filled >= Math.max(least, unit * (repeats - 1))) return true;
  }
  return false;
}
