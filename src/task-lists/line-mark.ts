import { headingNumber } from './heading-number.ts';
import { type ListNumber, listNumber } from './list-number.ts';

/** How a line begins that may be an item of a list. */
export interface LineMark {
  /** Columns before it; a tab reaches to the next fourth, an ideographic space takes two. */
  width: number;
  /** The sign in its box; null without a box. */
  box: string | null;
  number: ListNumber | null;
  /** Whether a bullet stands before it. */
  bullet: boolean;
  text: string;
  /** Where it stands as a heading, such as `### Step 1`: the heading's level. */
  level: number | null;
}

const quote = /^(?:[ \t\u3000]*>)+/u;
const bullet =
  /^(?:[-*+•●○▪▫◦‣⁃·・※►▶➤–—－＊＋]|->|→)(?=[\s\u3000\u00a0]|[[【［☐☑☒✅❌⏳]|(?<=[•●○▪▫◦‣⁃·・※►▶➤－＊＋])[\p{L}\p{N}]|(?<=[-*+–—])\p{Script=Han})[\s\u3000\u00a0]*/u;
const emptyBullet = /^[-*+•][\s\u3000\u00a0]*$/u;
const box =
  /^(?:\\?\[[\s\u3000\u00a0]?(\\?[^[\]\s\u3000]?)\uFE0F?[\s\u3000\u00a0]?\\?\]|【[\s\u3000]?([^】\s\u3000]?)[\s\u3000]?】|［[\s\u3000]?([^］\s\u3000]?)[\s\u3000]?］|\(([ xX✓✔])\)(?=[\s\u3000]))(?![(:[])[\s\u3000\u00a0]*/u;
const glyph = /^([☐☑☒⬜🔲□■✅❌⏳⌛🔄🚧✔✓√✗✘×◻◼])\uFE0F?[\s\u3000\u00a0]*(?=\S)/u;

/** The columns that a line is indented by. */
export function widthOf(line: string): number {
  let width = 0;
  for (const char of line) {
    if (char === ' ' || char === '\u00a0') width += 1;
    else if (char === '\t') width += 4 - (width % 4);
    else if (char === '\u3000') width += 2;
    else break;
  }
  return width;
}

/** A line in which no run of blanks is longer than any that somebody wrote: patterns begin anew at each of them. */
export const settled = (line: string): string =>
  line.length < 100 ? line : line.replace(/[ \t\u3000\u00a0]{100,}/g, ' ');

/** A line without the marks of quotation before it. */
export function unquoted(line: string): string {
  const bare = line.includes('>') ? line.replace(quote, '') : line;
  return bare.startsWith(' ') && /^ \S/.test(bare) ? bare.slice(1) : bare;
}

/** Whether a line begins with a letter that begins no item: most lines of prose are known by it, which saves much time. */
function isPlain(body: string): boolean {
  const code = body.charCodeAt(0) | 32;
  if (code >= 97 && code <= 122) return !numberWord.test(body);
  return code >= 0x4e00 && code <= 0x9fff && !hanNumber.test(body);
}

const numberWord = /^(?:step|phase|stage|part|task|let|const|session)/i;
const hanNumber = /^[零一二三四五六七八九十百第步任阶]/;

/** What a line begins with, or null when it is no item of any list. */
export function lineMark(line: string): LineMark | null {
  const width = widthOf(line);
  const body = settled(line.trim()).replace(/[\u200B\u2060\uFEFF]/g, '');
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
  const drawn = glyph.exec(rest);
  if (drawn?.[1]) {
    const text = rest.slice(drawn[0].length);
    return { width, box: drawn[1], number: dash === '' ? number : null, bullet: dash !== '', text, level: null };
  }
  if (dash === '' && !number) return null;
  return { width, box: null, number: dash === '' ? number : null, bullet: dash !== '', text: rest, level: null };
}
