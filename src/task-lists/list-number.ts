/** The number that an item of a list begins with: `2`, `1.1`, `(3)`, `四、`, `Step 5:`. */
export interface ListNumber {
  parts: number[];
  /** `word` is a number that names itself, as `Step 1:`; it needs no neighbours to be one. */
  style: 'han' | 'plain' | 'bracket' | 'circle' | 'word';
  text: string;
}

const han = '零一二三四五六七八九十百';
const declared = /^(?:\[(?:step|步骤)\]|【步骤】|(?:(?:let|const)\s+\w+\s*=\s*)?session\s+(?=["“]))\s*(\S.*)$/iu;
const forms: readonly [ListNumber['style'], RegExp][] = [
  ['word', /^(?:step|phase|stage|part|task)\s*#?(\d{1,3})\s*(?:[:：.)、-]|–|—)\s*(\S.*)$/iu],
  [
    'word',
    /^(?:第\s*([零一二三四五六七八九十百\d０-９]{1,4})\s*[步阶段章节项][：:、.．，,\s]?|(?:步骤|任务|阶段)\s*([零一二三四五六七八九十百\d０-９]{1,4})\s*[：:、.．)）\s])\s*(\S.*)$/u,
  ],
  ['bracket', /^[(（]([\d０-９]{1,4}|[零一二三四五六七八九十百]{1,4})[)）][\s\u3000]*(\S.*)$/u],
  ['plain', /^((?:\d{1,4}\.){1,5}\d{1,4})[.)、]?[\s\u3000]+(\S.*)$/u],
  ['plain', /^([\d０-９]{1,9})(?:(?:[.．][)）]|[.．)）])(?=[\s\u3000]|[^\d\s])|[、。])[\s\u3000]*(\S.*)$/u],
  ['han', /^([零一二三四五六七八九十百]{1,4})[、．.][\s\u3000]*(\S.*)$/u],
  ['circle', /^([①-⑳⑴-⒇⒈-⒛❶-❿➀-➉➊-➓㈠-㈩🔟]|\d\uFE0F?\u20E3)\uFE0F?[\s\u3000]*(\S.*)$/u],
];

/** The ones of numbers that are one sign, the last first, since some stand close to each other. */
const firstSigns = ['㈠', '➊', '➀', '❶', '⒈', '⑴', '①'];

/** The number before a text, or null; whether it belongs to a list is for its neighbours to say. */
export function listNumber(text: string): ListNumber | null {
  const step = declared.exec(text)?.[1];
  if (step !== undefined) return { parts: [0], style: 'word', text: step.replace(/^["“](.*)["”]$/u, '$1') };
  for (const [style, pattern] of forms) {
    const found = pattern.exec(text)?.slice(1).filter(Boolean);
    const [number = '', rest = ''] = found ?? [];
    if (found) return { parts: number.split('.').map(valueOf), style, text: rest };
  }
  return null;
}

function valueOf(digits: string): number {
  const plain = digits.replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
  if (/^\d+$/.test(plain)) return Number(plain);
  if (/^\d\D/.test(plain)) return Number(plain.charAt(0));
  if (plain === '🔟') return 10;
  const first = firstSigns.find((sign) => sign <= plain && plain <= String.fromCharCode(sign.charCodeAt(0) + 19));
  if (first) return plain.charCodeAt(0) - first.charCodeAt(0) + 1;
  const [tens = '', ones] = plain.includes('十') ? plain.split('十') : ['零', plain];
  const ten = plain.includes('十') ? Math.max(1, tens === '' ? 1 : han.indexOf(tens)) * 10 : 0;
  return ten + (ones ? Math.max(0, han.indexOf(ones.slice(-1))) : 0);
}
