import type { LexedLines } from './lexed-lines.ts';
import type { LineMark } from './line-mark.ts';

/** An item of a list, whether it is a task or not. */
export interface ListNode {
  line: number;
  mark: LineMark;
  children: ListNode[];
  /** The lines that belong to it and to none of its children. */
  own: number[];
}

/** A heading with the lists below it; the first one is what stands above all headings. */
export interface Section {
  line: number;
  level: number;
  lists: ListNode[][];
  /** The lines of its tables, each with the row of the head first. */
  tables: number[][];
}

/** The items of all lists by section. */
export function listNodes(lexed: LexedLines, marks: readonly (LineMark | null)[], lines: readonly string[]): Section[] {
  let section: Section = { line: -1, level: 0, lists: [], tables: [] };
  const sections = [section];
  let open: ListNode[] = [];
  let list = 0;
  lexed.kinds.forEach((kind, line) => {
    const mark = marks[line] ?? null;
    const depth = lexed.depths[line] ?? 0;
    if (kind === 'item' && mark) {
      const node: ListNode = { line, mark, children: [], own: [] };
      open.length = Math.min(open.length, depth - 1);
      const parent = open.at(-1);
      if (parent) parent.children.push(node);
      else if (lexed.lists[line] === list && section.lists.length > 0) section.lists.at(-1)?.push(node);
      else section.lists.push([node]);
      list = lexed.lists[line] ?? 0;
      open.push(node);
    } else if (depth > 0 && open.length > 0) {
      open.length = Math.min(open.length, depth);
      open.at(-1)?.own.push(line);
    } else if (kind === 'blank') open.at(-1)?.own.push(line);
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
