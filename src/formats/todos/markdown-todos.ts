import { todoNoteEscaping, type TodoItem, fittedItem } from './todo-item.ts';
import { markdownTodoFormat } from './markdown-todo-format.ts';
import { readTaskLists } from '../task-lists/read-task-lists.ts';
import type { ListedTask, TaskLists } from '../task-lists/task-lists.ts';

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
    const kept = todoNoteEscaping.write(line);
    return kept === '' ? '' : `  ${kept}`;
  });
  return [head, ...below].join('\n');
}

/** The to-dos of a text with lists, in its order; skipped tasks are omitted and counted with the lines left out. */
export function readMarkdownTodos(text: string, zone: string): { items: TodoItem[]; left: number } {
  const read = readTaskLists(text.replace(/^\uFEFF/, ''), 'boxes');
  const tasks = read.lists.flatMap(({ tasks }) => flat(tasks));
  const kept = tasks.filter(({ status }) => status !== 'skipped');
  const items = kept.flatMap((task) => fittedItem(itemOf(task, zone)) ?? []);
  return { items, left: leftLines(read) + tasks.length - items.length };
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

const leftLines = ({ uses }: TaskLists) =>
  uses.reduce((sum, { use, from, to }) => sum + (use === 'left_out' ? to - from + 1 : 0), 0);
