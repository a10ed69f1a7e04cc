import { Lexer, type Token, type Tokens } from 'marked';
import type { ListItemMarker } from './line-mark.ts';

/** What the Markdown parser found about the lines of a text; each array has one element per line. */
export interface LexedLines {
  kinds: ('item' | 'heading' | 'code' | 'markup' | 'table' | 'text' | 'rule' | 'blank')[];
  /** For each line, the number of list items that contain it; an item that begins on the line is counted, too. */
  depths: number[];
  /** The number of the list that a line belongs to; zero outside of lists. */
  lists: number[];
}

/** The number of lines that are parsed at once: the time for walking a tree grows faster than its size. */
const most = 400;

/** Parses strict Markdown and returns the kind of each line. */
export function lexedLines(lines: readonly string[]): LexedLines {
  const all: LexedLines = {
    kinds: Array.from(lines, () => 'blank' as const),
    depths: new Array<number>(lines.length).fill(0),
    lists: new Array<number>(lines.length).fill(0),
  };
  let lists = 0;
  const visit = (tokens: readonly Token[], from: number, depth: number): void => {
    let line = from;
    for (const token of tokens) {
      const first = line + breaks(/^\n*/.exec(token.raw)?.[0] ?? '');
      const last = line + breaks(token.raw.trimEnd());
      if (token.type === 'list') {
        if (depth === 0) lists += 1;
        let itemLine = first;
        for (const item of (token as Tokens.List).items) {
          const start = itemLine;
          itemLine += breaks(item.raw);
          for (let own = start; own <= start + breaks(item.raw.trimEnd()); own += 1) {
            all.depths[own] = depth + 1;
            all.lists[own] = lists;
          }
          visit(item.tokens, start, depth + 1);
          all.kinds[start] = 'item';
        }
      } else if (token.type === 'blockquote') visit((token as Tokens.Blockquote).tokens, line, depth);
      else {
        const kind = kindOf(token);
        if (kind !== null) for (let at = first; at <= last; at += 1) all.kinds[at] = kind;
      }
      line += breaks(token.raw);
    }
  };
  for (let from = 0; from < lines.length;) {
    const to = partEnd(lines, from);
    if (isProse(lines, from, to))
      for (let at = from; at < to; at += 1) all.kinds[at] = lines[at] === '' ? 'blank' : 'text';
    else visit(new Lexer({ gfm: true }).blockTokens(lines.slice(from, to).join('\n'), []), from, 0);
    from = to;
  }
  return all;
}

/** True if all lines begin with a letter: they are paragraphs and need no parsing. */
function isProse(lines: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!/^(?:$|[^\s#>`~\-+*=_[|<:\\\d])/.test(lines[at] ?? '')) return false;
  return true;
}

function kindOf({ type }: Token): LexedLines['kinds'][number] | null {
  switch (type) {
    case 'code':
    case 'heading':
    case 'table':
      return type;
    case 'html':
      return 'markup';
    case 'hr':
      return 'rule';
    case 'space':
    case 'checkbox':
      return null;
    default:
      return 'text';
  }
}

/** Returns the end of a part: before a line that starts a new block, or at the maximum size. */
function partEnd(lines: readonly string[], from: number): number {
  let to = Math.min(from + most, lines.length);
  const end = Math.min(from + 4 * most, lines.length);
  while (to < end && !/^(?:- x$|#)/.test(lines[to] ?? '')) to += 1;
  while (to < lines.length && (lines[to] ?? '').startsWith('|')) to += 1;
  return to;
}

function breaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A list item, whether it is a task or not. */
export interface ListNode {
  line: number;
  mark: ListItemMarker;
  children: ListNode[];
  /** The lines that belong to it and to none of its children. */
  ownLines: number[];
}

/** A heading with the lists below it; the first section is the part above all headings. */
export interface HeadingSection {
  line: number;
  level: number;
  lists: ListNode[][];
  /** The lines of its tables, each with the header row first. */
  tables: number[][];
}

/**
 * Returns the sections of a text in order, each with its heading, its lists (as trees of items) and its tables; the
 * first section is the part above all headings.
 */
export function sectionsWithLists(
  lexed: LexedLines,
  marks: readonly (ListItemMarker | null)[],
  lines: readonly string[],
): HeadingSection[] {
  let section: HeadingSection = { line: -1, level: 0, lists: [], tables: [] };
  const sections = [section];
  let open: ListNode[] = [];
  let list = 0;
  lexed.kinds.forEach((kind, line) => {
    const mark = marks[line] ?? null;
    const depth = lexed.depths[line] ?? 0;
    if (kind === 'item' && mark) {
      const node: ListNode = { line, mark, children: [], ownLines: [] };
      open.length = Math.min(open.length, depth - 1);
      const parent = open.at(-1);
      if (parent) parent.children.push(node);
      else if (lexed.lists[line] === list && section.lists.length > 0) section.lists.at(-1)?.push(node);
      else section.lists.push([node]);
      list = lexed.lists[line] ?? 0;
      open.push(node);
    } else if (depth > 0 && open.length > 0) {
      open.length = Math.min(open.length, depth);
      open.at(-1)?.ownLines.push(line);
    } else if (kind === 'blank') open.at(-1)?.ownLines.push(line);
    else {
      open = [];
      if (kind === 'heading') {
        section = { line, level: /^(?:> )?(#+)/.exec(lines[line] ?? '')?.[1]?.length ?? 1, lists: [], tables: [] };
        if (!/^(?:> )?#/.test(lines[line] ?? '') && lexed.kinds[line - 1] === 'heading')
          section = sections.at(-1) ?? section;
        else sections.push(section);
        list = 0;
      } else if (kind === 'table') {
        if (lexed.kinds[line - 1] === 'table') section.tables.at(-1)?.push(line);
        else section.tables.push([line]);
      }
    }
  });
  return sections;
}
