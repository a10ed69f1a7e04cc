import { type LineMark, lineMark, settled, unquoted, widthOf } from './line-mark.ts';
import { orgLines } from './org-lines.ts';
import { trueNumbers } from './true-numbers.ts';

/** A text as lines of strict Markdown, one for each line of the source, in which every item is a bullet at its depth. */
export interface Outline {
  lines: string[];
  /** What begins on a line: an item, or null. */
  marks: (LineMark | null)[];
  /** Lines that say how the file is to be read, not what is in it. */
  matter: Set<number>;
  /** Lines that are headings by their place only: `Groceries:` before a list. */
  labels: Set<number>;
}

const fence = /^[\s\u3000]*(?:>[ \t]*)*(`{3,}|~{3,})(.*)$/u;
const tag = /^\s*<\/?(?:details|summary|div|p|br|ul|ol|li|hr|section|center)\b[^>]*>/i;
const label = /^(?:\*\*|__)?[^\s#|>`].{0,78}?[：:](?:\*\*|__)?$/u;
const boldLine = /^(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)$/u;
const deepest = 12;

/** The source's lines as an outline. Texts are shortened in it: it is for the structure only. */
export function outlineOf(source: readonly string[]): Outline {
  const org = orgLines(source);
  const matter = frontMatter(source);
  const inFence = fencedLines(org);
  const marks = org.map((line, at) => (inFence[at] || matter.has(at) ? null : lineMark(unquoted(line))));
  trueNumbers(marks);
  const lines: string[] = [];
  const open: number[] = [];
  let base = 0;
  const ranks = new Set<string>();
  const labels = new Set<number>();
  let below = 0;
  org.forEach((line, at) => {
    const mark = marks[at] ?? null;
    const text = settled(unquoted(line).trim());
    const quotes = line.includes('>') && /^(?:[ \t]*>)+/.test(line) ? '> ' : '';
    if (matter.has(at) || text === '') return void lines.push(matter.has(at) ? '' : quotes.trim());
    if (mark?.number) below = rank(mark, ranks);
    const own = mark ? mark.width : widthOf(unquoted(line));
    const width = base + own + (mark?.number || own > 0 ? below : 0);
    if (mark && mark.level !== null) {
      open.length = 0;
      base = 0;
      below = 0;
      open.push(0);
      lines.push(`${quotes}- x`);
      base = 4;
      return;
    }
    if (!inFence[at] && isHeading(text, mark, marks, at, org)) {
      open.length = 0;
      base = 0;
      below = 0;
      if (!text.startsWith('#')) labels.add(at);
      lines.push(`${quotes}${/^#{1,6}/.exec(text)?.[0] ?? '######'} x`);
      return;
    }
    while (open.length > 0 && (open.at(-1) ?? 0) >= width) open.pop();
    const indent = '  '.repeat(Math.min(open.length, deepest));
    if (mark) {
      open.push(width);
      lines.push(`${quotes}${indent}- x`);
    } else lines.push(`${quotes}${indent}${inFence[at] || /[|<]|-->|^-+$|^=+$/.test(text) ? strict(text) : 'x'}`);
  });
  return { lines, marks, matter, labels };
}

/** Lines that are no item keep what tells a table, a comment or a rule; of prose nothing is kept. */
const strict = (text: string) => (tag.test(text) ? '' : text.slice(0, 2000));
function isHeading(
  text: string,
  mark: LineMark | null,
  marks: readonly (LineMark | null)[],
  at: number,
  source: readonly string[],
): boolean {
  if (/^#{1,6}(?:[ \t\u3000]|$|(?=\p{Script=Han}))/u.test(text)) return !mark;
  if (mark || widthOf(unquoted(source[at] ?? '')) > 0) return false;
  if (!'：:*_'.includes(text.charAt(text.length - 1)) || (!label.test(text) && !boldLine.test(text))) return false;
  let next = at + 1;
  while (next < source.length && next < at + 3 && source[next]?.trim() === '') next += 1;
  return (marks[next] ?? null) !== null;
}

/** Numbers of one kind below another kind are its parts, though nothing is indented: `一、` above `1.` above `(1)`. */
function rank({ number, level }: LineMark, ranks: Set<string>): number {
  if (!number || level !== null) return 0;
  ranks.add(number.style);
  const deeper = (number.parts.length - 1) * 4;
  if (number.style === 'han') return deeper;
  const above = ['han', 'plain', 'bracket', 'circle'].slice(
    0,
    ['han', 'plain', 'bracket', 'circle'].indexOf(number.style),
  );
  return deeper + 20 * above.filter((style) => ranks.has(style)).length;
}

function frontMatter(source: readonly string[]): Set<number> {
  const mark = source[0]?.trim();
  if (mark !== '---' && mark !== '+++') return new Set();
  const end = source.findIndex((line, at) => at > 0 && (line.trim() === mark || line.trim() === '...'));
  if (end < 0 || !source.slice(1, end).some((line) => /^\s*[\w-]+\s*[:=]/.test(line))) return new Set();
  return new Set(Array.from({ length: end + 1 }, (_, at) => at));
}

/** Which lines stand between fences or in comments; a fence within an item ends with it. */
function fencedLines(source: readonly string[]): boolean[] {
  let open: { mark: string; width: number } | null = null;
  return source.map((line) => {
    const found = fence.exec(line);
    const width = widthOf(unquoted(line));
    if (open?.mark === '-->') {
      if (line.includes('-->')) open = null;
      return true;
    }
    if (open && line.trim() !== '' && width < open.width) open = null;
    if (open) {
      const closes = found?.[1]?.startsWith(open.mark) === true && found[2]?.trim() === '';
      if (closes) open = null;
      return true;
    }
    if (/^\s*<!--(?!.*-->)/.test(line)) open = { mark: '-->', width };
    if (open || /^\s*<!--/.test(line)) return true;
    if (!found?.[1] || (found[1].startsWith('`') && found[2]?.includes('`'))) return false;
    open = { mark: found[1], width };
    return true;
  });
}
