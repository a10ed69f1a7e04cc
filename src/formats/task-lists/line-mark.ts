import { simplified } from '../../values/simplified-chinese.ts';

/** The beginning of a line that may be a list item. */
export interface ListItemMarker {
  /** Columns of indentation; a tab advances to the next multiple of four, an ideographic space takes two. */
  width: number;
  /** The character in the line's checkbox; null if the line has no checkbox. */
  box: string | null;
  number: ListNumber | null;
  /** True if it has a bullet. */
  bullet: boolean;
  text: string;
  /** The level of a heading such as `### Step 1`; null for any other line. */
  level: number | null;
}

const quote = /^(?:[ \t\u3000]*>)+/u;
const bullet =
  /^(?:[-*+•●○▪▫◦‣⁃·・※►▶➤–—－＊＋]|->|→)(?=[\s\u3000\u00a0]|[[【［☐☑☒✅❌⏳]|(?<=[•●○▪▫◦‣⁃·・※►▶➤－＊＋])[\p{L}\p{N}]|(?<=[-*+–—])\p{Script=Han})[\s\u3000\u00a0]*/u;
const emptyBullet = /^[-*+•][\s\u3000\u00a0]*$/u;
const box =
  /^(?:\\?\[[\s\u3000\u00a0]?(\\?[^[\]\s\u3000]?)\uFE0F?[\s\u3000\u00a0]?\\?\]|【[\s\u3000]?([^】\s\u3000]?)[\s\u3000]?】|［[\s\u3000]?([^］\s\u3000]?)[\s\u3000]?］|\(([ xX✓✔])\)(?=[\s\u3000]))(?![(:[])[\s\u3000\u00a0]*/u;
const glyph = /^([☐☑☒⬜🔲□■✅❌⏳⌛🔄🚧✔✓√✗✘×◻◼])\uFE0F?[\s\u3000\u00a0]*(?=\S)/u;

/** Returns the columns that a line is indented by. */
export function indentWidth(line: string): number {
  let width = 0;
  for (const char of line) {
    if (char === ' ' || char === '\u00a0') width += 1;
    else if (char === '\t') width += 4 - (width % 4);
    else if (char === '\u3000') width += 2;
    else break;
  }
  return width;
}

/** Returns a line with each run of 100 or more spaces reduced to one, so that the patterns do not become slow on it. */
export const collapseLongSpaces = (line: string): string =>
  line.length < 100 ? line : line.replace(/[ \t\u3000\u00a0]{100,}/g, ' ');

/** Returns a line without the block-quote markers (`>`) at its beginning. */
export function withoutBlockquoteMarks(line: string): string {
  const bare = line.includes('>') ? line.replace(quote, '') : line;
  return bare.startsWith(' ') && /^ \S/.test(bare) ? bare.slice(1) : bare;
}

/** True if a line begins with a letter that starts no item: a fast check for most lines of prose. */
function isPlain(body: string): boolean {
  const code = body.charCodeAt(0) | 32;
  if (code >= 97 && code <= 122) return !numberWord.test(body);
  return code >= 0x4e00 && code <= 0x9fff && !hanNumber.test(body);
}

const numberWord = /^(?:step|phase|stage|part|task|let|const|session)/i;
const hanNumber = /^[零一二三四五六七八九十百第步任阶階]/;

/** Returns the mark at the beginning of a line, or null if it is not a list item. */
export function parseListItemMarker(line: string): ListItemMarker | null {
  const width = indentWidth(line);
  const body = collapseLongSpaces(line.trim()).replace(/[\u200B\u2060\uFEFF]/g, '');
  if (isPlain(body)) return null;
  const heading = headingNumber(body);
  if (heading) return { width, box: null, bullet: false, ...heading };
  const dash = bullet.exec(body)?.[0] ?? '';
  if (dash === '' && emptyBullet.test(body)) return null;
  let rest = body.slice(dash.length);
  const number = dash === '' || /^\d/.test(rest) ? listNumber(rest) : null;
  if (number && dash === '') rest = number.text;
  const boxed = dash === '' && rest.startsWith('\\') ? null : box.exec(rest);
  if (boxed && (dash !== '' || number || boxed[0].length < rest.length)) {
    const sign = boxed.slice(1).filter(Boolean)[0] ?? '';
    const text = rest.slice(boxed[0].length);
    return {
      width,
      box: sign === '' ? ' ' : sign,
      number: dash === '' ? number : null,
      bullet: true,
      text,
      level: null,
    };
  }
  const glyphMatch = glyph.exec(rest);
  if (glyphMatch?.[1]) {
    const text = rest.slice(glyphMatch[0].length);
    return { width, box: glyphMatch[1], number: dash === '' ? number : null, bullet: dash !== '', text, level: null };
  }
  if (dash === '' && !number) return null;
  return { width, box: null, number: dash === '' ? number : null, bullet: dash !== '', text: rest, level: null };
}

/** Returns the number of a heading or a bold line that is a step, such as `### Step 1: Pack` or `**Step 2**`. */
function headingNumber(line: string): { level: number; number: ListNumber; text: string } | null {
  const [, hashes = '', heading = ''] = /^(#{1,6})[ \t]*(\S.*)$/.exec(line) ?? [];
  const bold = /^(?:\*\*|__)(\S.*?)(?:\*\*|__)[：:]?\s*(.*)$/.exec(line);
  const title = hashes === '' ? (bold?.[1] ?? '') : heading.replace(/[ \t]+#+$/, '');
  const number = listNumber(title) ?? bare(title);
  if (number?.style !== 'word') return null;
  const after = hashes === '' ? (bold?.[2] ?? '') : '';
  const own = after !== '' && number.text === title ? '' : number.text;
  return { level: hashes === '' ? 6 : hashes.length, number, text: [own, after].filter(Boolean).join(' ') };
}

/** Returns the number of `Step 1` without a title, whose text is on the lines below it. */
function bare(title: string): ListNumber | null {
  const [, digits] = /^(?:step|phase|步[骤驟])\s*(\d{1,3})[:：.]?$/i.exec(title) ?? [];
  return digits === undefined ? null : { parts: [Number(digits)], style: 'word', text: title };
}

/** The number at the beginning of a list item: `2`, `1.1`, `(3)`, `四、`, `Step 5:`. */
interface ListNumber {
  parts: number[];
  /** `word` is a number with its noun, such as `Step 1:`; it counts even without neighbouring numbers. */
  style: 'han' | 'plain' | 'bracket' | 'circle' | 'word';
  text: string;
}

const han = '零一二三四五六七八九十百';
const stepDeclaration = /^(?:\[(?:step|步骤)\]|【步骤】|(?:(?:let|const)\s+\w+\s*=\s*)?session\s+(?=["“]))\s*(\S.*)$/iu;
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

/**
 * The first characters of the single-character number series, highest code point first, since some series are adjacent.
 */
const firstSigns = ['㈠', '➊', '➀', '❶', '⒈', '⑴', '①'];

/**
 * Returns the list number at the beginning of a text, or null. Whether it really is a list item depends on the lines
 * around it, which the caller checks.
 */
export function listNumber(text: string): ListNumber | null {
  const plain = simplified(text);
  const step = stepDeclaration.exec(plain)?.[1];
  if (step !== undefined)
    return { parts: [0], style: 'word', text: text.slice(-step.length).replace(/^["“](.*)["”]$/u, '$1') };
  for (const [style, pattern] of forms) {
    const numberParts = pattern.exec(plain)?.slice(1).filter(Boolean);
    const [number = '', rest = ''] = numberParts ?? [];
    if (numberParts)
      return { parts: number.split('.').map(valueOf), style, text: text.slice(text.length - rest.length) };
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
