import { fittedItem } from './fitted-item.ts';
import { markdownMarks } from './markdown-marks.ts';
import type { TodoItem } from './todo-item.ts';

const task = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]])\](?:[ \t]+(.*))?$/u;
/** A line of notes that would be read as a task, with as many `\` before it as it already has. */
const looksLikeTask = /^([ \t]*)(\\*)((?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\]]\].*)$/u;
const fence = /^(?:```|~~~)/;

/** To-dos as a Markdown task list, with notes as indented lines, and back (R14.4). */
export const markdownTodos = {
  /** What it cannot hold: line breaks in a title, white space and `#` in a tag, tags that are numbers. */
  write(items: readonly TodoItem[], { title, zone }: { title: string; zone: string }): string {
    return `# ${title}\n\n${items.map((item) => lines(item, zone)).join('\n')}\n`;
  },

  /** Also reads lists by others: any bullet or number, `[X]`, nested tasks; cancelled ones (`[-]`) are left out. */
  read(text: string, zone: string): TodoItem[] {
    const found: { item: TodoItem; notes: string[] }[] = [];
    let open: { item: TodoItem; notes: string[] } | null = null;
    let inFence = false;
    for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
      if (fence.test(line)) {
        inFence = !inFence;
        open = null;
      }
      const item = inFence ? null : task.exec(line);
      if (item) {
        const [, , mark = ' ', rest = ''] = item;
        open =
          mark === '-'
            ? null
            : { item: { ...markdownMarks.read(rest, zone), notes: '', done: isDone(mark) }, notes: [] };
        if (open) found.push(open);
      } else if (open && (line.trim() === '' || /^[ \t]/.test(line))) open.notes.push(line);
      else open = null;
    }
    return found.flatMap(({ item, notes }) => fittedItem({ ...item, notes: notesOf(notes) }) ?? []);
  },
};

const isDone = (mark: string) => 'xX✓✔'.includes(mark);

function lines(item: TodoItem, zone: string): string {
  const head = `- [${item.done ? 'x' : ' '}] ${markdownMarks.write({ ...item, title: item.title.replace(/\s+/gu, ' ').trim() }, zone)}`;
  const notes = item.notes.trim();
  if (notes === '') return head;
  const below = notes.split(/\r\n|\n|\r/).map((line) => {
    const kept = line.replace(looksLikeTask, '$1\\$2$3');
    return kept === '' ? '' : `  ${kept}`;
  });
  return [head, ...below].join('\n');
}

/** Lines without the indentation of the first of them, and without the empty ones around them. */
function notesOf(below: readonly string[]): string {
  const first = below.find((line) => line.trim() !== '');
  if (first === undefined) return '';
  const depth = widthOf(first);
  return below
    .map((line) =>
      unindented(line, depth).replace(looksLikeTask, (whole, space: string, marks: string, rest: string) =>
        marks === '' ? whole : `${space}${marks.slice(1)}${rest}`,
      ),
    )
    .join('\n')
    .trim();
}

function widthOf(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? '';
  return space.replaceAll('\t', '    ').length;
}

function unindented(line: string, depth: number): string {
  let at = 0;
  for (let width = 0; width < depth && /[ \t]/.test(line.charAt(at)); at += 1) width += line[at] === '\t' ? 4 : 1;
  return line.slice(at);
}
