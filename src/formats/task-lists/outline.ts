import {
  type ListItemMarker,
  parseListItemMarker,
  listNumber,
  collapseLongSpaces,
  withoutBlockquoteMarks,
  indentWidth,
} from './line-mark.ts';

/** A text as strict Markdown, one line per source line, in which every item is a bullet at its depth. */
interface Outline {
  lines: string[];
  /** The item that starts on a line, or null. */
  marks: (ListItemMarker | null)[];
  /** Front matter: lines that say how to read the file. */
  matter: Set<number>;
  /** Lines that are headings only by their position: `Groceries:` before a list. */
  labels: Set<number>;
}

const fence = /^[\s\u3000]*(?:>[ \t]*)*(`{3,}|~{3,})(.*)$/u;
const tag = /^\s*<\/?(?:details|summary|div|p|br|ul|ol|li|hr|section|center)\b[^>]*>/i;
const label = /^(?:\*\*|__)?[^\s#|>`].{0,78}?[：:](?:\*\*|__)?$/u;
const boldLine = /^(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)$/u;
const deepest = 12;

/** Returns the outline of a source. Texts are shortened in it, since it is used for the structure only. */
export function parseOutline(source: readonly string[]): Outline {
  const org = orgLines(source);
  const matter = frontMatter(source);
  const inFence = fencedLines(org);
  const marks = org.map((line, at) =>
    inFence[at] || matter.has(at) ? null : parseListItemMarker(withoutBlockquoteMarks(line)),
  );
  trueNumbers(marks);
  withoutCounters(marks);
  const lines: string[] = [];
  const open: number[] = [];
  let base = 0;
  const ranks = new Set<string>();
  const labels = new Set<number>();
  let below = 0;
  org.forEach((line, at) => {
    const mark = marks[at] ?? null;
    const text = collapseLongSpaces(withoutBlockquoteMarks(line).trim());
    const quotes = line.includes('>') && /^(?:[ \t]*>)+/.test(line) ? '> ' : '';
    if (matter.has(at) || text === '') return void lines.push(matter.has(at) ? '' : quotes.trim());
    if (mark?.number) below = rank(mark, ranks);
    const own = mark ? mark.width : indentWidth(withoutBlockquoteMarks(line));
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

/** Returns a line of code, a table, a comment or a rule, shortened; empty for layout tags such as `<details>`. */
const strict = (text: string) => (tag.test(text) ? '' : text.slice(0, 2000));
function isHeading(
  text: string,
  mark: ListItemMarker | null,
  marks: readonly (ListItemMarker | null)[],
  lineIndex: number,
  source: readonly string[],
): boolean {
  if (/^#{1,6}(?:[ \t\u3000]|$|(?=\p{Script=Han}))/u.test(text)) return !mark;
  if (mark || indentWidth(withoutBlockquoteMarks(source[lineIndex] ?? '')) > 0) return false;
  if (!'：:*_'.includes(text.charAt(text.length - 1)) || (!label.test(text) && !boldLine.test(text))) return false;
  let next = lineIndex + 1;
  while (next < source.length && next < lineIndex + 3 && source[next]?.trim() === '') next += 1;
  return (marks[next] ?? null) !== null;
}

/** Returns the depth of a number by its style, without indentation: `一、` encloses `1.`, which encloses `(1)`. */
function rank({ number, level }: ListItemMarker, ranks: Set<string>): number {
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

/**
 * Returns for each line whether it is inside a code fence or a comment. A fence inside a list item ends at the latest
 * with the item.
 */
function fencedLines(source: readonly string[]): boolean[] {
  let open: { mark: string; width: number } | null = null;
  return source.map((line) => {
    const fenceMatch = fence.exec(line);
    const width = indentWidth(withoutBlockquoteMarks(line));
    if (open?.mark === '-->') {
      if (line.includes('-->')) open = null;
      return true;
    }
    if (open && line.trim() !== '' && width < open.width) open = null;
    if (open) {
      const closes = fenceMatch?.[1]?.startsWith(open.mark) === true && fenceMatch[2]?.trim() === '';
      if (closes) open = null;
      return true;
    }
    if (/^\s*<!--(?!.*-->)/.test(line)) open = { mark: '-->', width };
    if (open || /^\s*<!--/.test(line)) return true;
    if (!fenceMatch?.[1] || (fenceMatch[1].startsWith('`') && fenceMatch[2]?.includes('`'))) return false;
    open = { mark: fenceMatch[1], width };
    return true;
  });
}

const headline =
  /^(\*+)[ \t]+(?:(TODO|NEXT|WAITING|STARTED|DOING|DONE|CANCELLED|CANCELED|HOLD)[ \t]+)?(?:\[#[A-Z]\][ \t]*)?(\S.*?)?(?:[ \t]+:[\w@:]+:)?[ \t]*$/;
const boxes: Readonly<Record<string, string>> = { DONE: 'x', CANCELLED: '-', CANCELED: '-', STARTED: '/', DOING: '/' };

/** Returns the lines of an Org file as Markdown, one for one; the lines of any other text unchanged. */
function orgLines(source: readonly string[]): readonly string[] {
  if (!source.some((line) => /^\*+ (?:TODO|DONE|NEXT|WAITING|STARTED|CANCELLED|CANCELED)[ \t]/.test(line)))
    return source;
  const tasks: number[] = [];
  return source.map((line) => {
    const title = /^#\+TITLE:[ \t]*(.*)$/i.exec(line)?.[1];
    if (title !== undefined) return `# ${title}`;
    if (/^#\+BEGIN_/i.test(line) || /^#\+END_/i.test(line)) return '```';
    if (/^#/.test(line)) return '';
    const [, stars = '', keyword, text = ''] = headline.exec(line) ?? [];
    if (stars === '') return '    '.repeat(tasks.length) + line;
    const level = stars.length;
    while (tasks.length > 0 && (tasks.at(-1) ?? 0) >= level) tasks.pop();
    if (keyword === undefined && tasks.length === 0) return `${'#'.repeat(Math.min(level + 1, 6))} ${text}`;
    const indent = '    '.repeat(tasks.length);
    tasks.push(level);
    return keyword === undefined ? `${indent}- ${text}` : `${indent}- [${boxes[keyword] ?? ' '}] ${text}`;
  });
}

/**
 * Removes the numbers that do not belong to a list, since a line of prose may begin with a year or an amount. A number
 * stays if it begins a list, continues the numbers before it, is followed by its successor, stands with a noun (`Step
 * 1`) or has a box. A number that continues a list in another style, such as `2)` after `1.`, takes on the style of
 * that list.
 */
function trueNumbers(marks: (ListItemMarker | null)[]): void {
  const numbered = marks.flatMap((mark, at) => (mark?.number ? [{ mark, number: mark.number, at }] : []));
  const before = new Map<string, number>();
  const starts = new Set<string>();
  let last: Numbered | null = null;
  numbered.forEach(({ mark, at, ...read }, nth) => {
    const { parts } = read.number;
    const own = parts.at(-1) ?? 0;
    const isOwn = before.has(`${read.number.style} ${parts.slice(0, -1).join('.')}`);
    const number = !isOwn && continues(mark, last) ? { ...read.number, style: last.number.style } : read.number;
    const { style } = number;
    const list = `${style} ${parts.slice(0, -1).join('.')}`;
    const parent = parts.length > 1 ? `${style} ${parts.slice(0, -2).join('.')} ${parts.at(-2) ?? 0}` : '';
    const next = numbered[nth + 1]?.number;
    const leads =
      next !== undefined && next.style === style && next.parts.length === parts.length && next.parts.at(-1) === own + 1;
    const begins = own <= 1 && (parts.length === 1 || leads || starts.has(parent));
    const previous = before.get(list);
    const follows = previous !== undefined && (own === previous || own === previous + 1 || own === previous + 2);
    if (style === 'word' || mark.box !== null || begins || follows || (leads && own < 1000)) {
      before.set(list, own);
      starts.add(`${style} ${parts.slice(0, -1).join('.')} ${own}`);
      last = { ...mark, number };
      marks[at] = last;
    } else marks[at] = mark.bullet ? { ...mark, number: null } : null;
  });
}

type Numbered = ListItemMarker & { number: NonNullable<ListItemMarker['number']> };

/** True if a number is the successor of the previous one at its depth. */
function continues({ number, width, level }: ListItemMarker, last: Numbered | null): last is Numbered {
  if (!number || !last || last.width !== width || last.level !== level) return false;
  const own = number.parts.at(-1) ?? 0;
  return (
    number.parts.length === 1 && last.number.parts.length === 1 && own > 1 && own === (last.number.parts[0] ?? 0) + 1
  );
}

/**
 * Removes the numbers that follow a box or a bullet, as in `- [ ] 1. Pack` before `- [ ] 2) Leave`, but only if all
 * items at that depth are numbered and the numbers count up from one. A date or an amount stays.
 */
function withoutCounters(marks: (ListItemMarker | null)[]): void {
  const open: { width: number; at: number[] }[] = [];
  const settle = (width: number) => {
    while ((open.at(-1)?.width ?? -1) > width) {
      const list = open.pop();
      if (list) strip(marks, list.at);
    }
  };
  marks.forEach((mark, at) => {
    if (!mark) return;
    const { width } = mark;
    if (mark.level !== null) settle(-1);
    settle(width);
    const list = open.at(-1);
    if (list?.width === width) list.at.push(at);
    else open.push({ width, at: [at] });
  });
  settle(-1);
}

function strip(marks: (ListItemMarker | null)[], items: readonly number[]): void {
  const numberedMarks = items.flatMap((at) => {
    const mark = marks[at];
    const number = mark?.number === null && (mark.bullet || mark.box !== null) ? listNumber(mark.text) : null;
    return mark && number && number.style !== 'word' ? [{ at, mark, number }] : [];
  });
  const counts = numberedMarks.every(({ number }, nth) => number.parts.at(-1) === nth + 1);
  if (numberedMarks.length < 2 || numberedMarks.length < items.length || !counts) return;
  for (const { at, mark, number } of numberedMarks) marks[at] = { ...mark, text: number.text };
}
