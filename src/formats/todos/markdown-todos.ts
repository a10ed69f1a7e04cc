import { todoNoteEscaping, type TodoItem, itemWithinLimits } from './todo-item.ts';
import { markdownTodoFormat } from './markdown-todo-format.ts';
import { readTaskLists } from '../task-lists/read-task-lists.ts';
import type { ListedTask, ParsedTaskLists } from '../task-lists/task-lists.ts';

/** To-dos as a Markdown task list, with notes as indented lines. */
export const markdownTodos = {
  /** Loses line breaks in a title, white space and `#` in a tag, and tags that are numbers. */
  write(items: readonly TodoItem[], { title, zone }: { title: string; zone: string }): string {
    return `# ${title}\n\n${items.map((item) => lines(item, zone)).join('\n')}\n`;
  },
};

function lines(item: TodoItem, zone: string): string {
  const head = `- [${item.done ? 'x' : ' '}] ${markdownTodoFormat.write({ ...item, title: item.title.replace(/\s+/gu, ' ').trim() }, zone)}`;
  const notes = item.notes.trim();
  if (notes === '') return head;
  const below = notes.split(/\r\n|\n|\r/).map((line) => {
    const noteLine = todoNoteEscaping.write(line);
    return noteLine === '' ? '' : `  ${noteLine}`;
  });
  return [head, ...below].join('\n');
}

/** A line of a file that is not part of any to-do; `line` counts from 1. */
export interface UnusedLine {
  line: number;
  text: string;
}

/**
 * Returns the to-dos of a text with lists, in its order, and the lines that are in none; skipped tasks are such lines.
 */
export function readMarkdownTodos(text: string, zone: string): { items: TodoItem[]; left: UnusedLine[] } {
  const source = text.replace(/^\uFEFF/, '');
  const taskLists = readTaskLists(source, 'boxes');
  const lines = source.split(/\r\n|\n|\r/);
  const omitted = leftNumbers(taskLists);
  const items = taskLists.lists
    .flatMap(({ tasks }) => flat(tasks))
    .flatMap((task) => {
      const item = task.status === 'skipped' ? null : itemWithinLimits(itemOf(task, zone));
      if (item === null) omitted.push(task.line);
      return item ?? [];
    });
  const unusedLines = omitted.sort((a, b) => a - b).map((line) => ({ line, text: (lines[line - 1] ?? '').trim() }));
  return { items, left: unusedLines };
}

function itemOf({ text, details, status }: ListedTask, zone: string): TodoItem {
  const notes = details
    .map((line) => todoNoteEscaping.read(line))
    .join('\n')
    .trim();
  return { ...markdownTodoFormat.read(text, zone), notes, done: status === 'completed' };
}

/** Returns all tasks except headings; those below a heading are included. */
function flat(tasks: readonly ListedTask[]): ListedTask[] {
  return tasks.flatMap((task) => [...(task.isPhase ? [] : [task]), ...flat(task.children)]);
}

const leftNumbers = ({ uses }: ParsedTaskLists) =>
  uses.flatMap(({ use, from, to }) =>
    use === 'left_out' ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [],
  );
