interface Span {
  from: number;
  until: number;
}

const hours = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const hour = `(\\d{1,2}|${hours.join('|')})`;

const rewritings: [RegExp, (...found: string[]) => string][] = [
  [new RegExp(`\\b(half|(?:a )?quarter) (past|to) ${hour}\\b(?!:)(\\s*[ap]\\.?m\\b)?`, 'gi'), aroundTheHour],
  [new RegExp(`\\bat (${hours.join('|')})\\b(?! ?o)`, 'gi'), (_, at = '') => `at ${hourOf(at)}`],
  [/\b12 (noon|midnight)\b/gi, (_, word = '') => word],
  [/\b(?:the )?day after tomorrow\b/gi, () => 'in 2 days'],
  [/\b(?:a|one) week from (today|now)\b/gi, () => 'in 7 days'],
  [/\b(?:a|one) week from tomorrow\b/gi, () => 'in 8 days'],
];

/**
 * Times that chrono does not know, written as it knows them: “half past 4”, “quarter to nine”, “15h30”, “at nine”. Spaces
 * fill up what became shorter, so that positions stay true; `rewritten` says where the words were.
 */
export function clockWords(text: string): { text: string; rewritten: Span[] } {
  const rewritten: Span[] = [];
  let result = text;
  for (const [pattern, write] of rewritings) {
    result = result.replace(pattern, (...found: unknown[]) => {
      const [whole = '', ...parts] = found.filter((part) => typeof part === 'string' || part === undefined) as string[];
      const at = found.find((part) => typeof part === 'number') ?? 0;
      rewritten.push({ from: at, until: at + whole.length });
      return write(whole, ...parts).padEnd(whole.length);
    });
  }
  return { text: result, rewritten };
}

function aroundTheHour(_: string, part = '', side = '', at = '', half?: string): string {
  const named = hourOf(at);
  const past = side.toLowerCase() === 'past';
  const figure = past ? named : named === 1 ? 12 : named - 1;
  const minutes = /half/i.test(part) ? '30' : past ? '15' : '45';
  return `${figure}:${minutes}${half?.trim() ?? (figure >= 1 && figure <= 6 ? 'pm' : '')}`;
}

const hourOf = (text: string) => hours.indexOf(text.toLowerCase()) + 1 || Number(text);
