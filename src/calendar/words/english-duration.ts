const words: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  half: 0.5,
  'half a': 0.5,
  'half an': 0.5,
  'a quarter of an': 0.25,
  'a couple of': 2,
  'couple of': 2,
};
const number = `\\d+(?:\\.\\d+)?|${Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join('|')}`;
const unit = 'hours?|hrs?|h|minutes?|mins?|min|m';
const amount = `(${number})\\s*(${unit})(?:\\s+and\\s+(a half)|\\s*(?:and\\s+)?(\\d+)\\s*(?:minutes?|mins?|min|m))?`;
const halves = '(an?|one|\\d+)\\s+and\\s+a\\s+half\\s+hours?';
const forms = {
  'from now': [
    `\\b(?:in|after)\\s+(?:${amount}|${halves})(?:'s? time)?(?![\\w'])`,
    `\\b(?:${amount}|${halves})\\s+(?:from now|later)\\b`,
  ],
  length: [`\\bfor\\s+(?:${amount}|${halves})(?![\\w'])`],
};

/**
 * Returns a duration in minutes, “in 2 hours” (`from now`) or “for 90 minutes” (`length`), and its position; null if
 * there is none.
 */
export function englishDuration(
  text: string,
  kind: keyof typeof forms,
): { minutes: number; from: number; until: number } | null {
  for (const form of forms[kind]) {
    const durationMatch = new RegExp(form, 'i').exec(text);
    if (!durationMatch) continue;
    const [whole, count, name = '', half, extra, halved] = durationMatch;
    const from = durationMatch.index;
    const until = from + whole.length;
    if (halved !== undefined) return { minutes: (valueOf(halved) + 0.5) * 60, from, until };
    const each = name.toLowerCase().startsWith('h') ? 60 : 1;
    return { minutes: Math.round((valueOf(count ?? '') + (half ? 0.5 : 0)) * each + Number(extra ?? 0)), from, until };
  }
  return null;
}

const valueOf = (text: string) => words[text.toLowerCase().replace(/\s+/g, ' ')] ?? Number(text);
