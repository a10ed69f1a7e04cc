import { keptTask } from './kept-task.ts';
import { markdownMarks } from './markdown-marks.ts';
import type { TodoItem } from './todo-item.ts';

/** To-dos as a Markdown task list, with notes as indented lines (R14.4). */
export const markdownTodos = {
  /** What it cannot hold: line breaks in a title, white space and `#` in a tag, tags that are numbers. */
  write(items: readonly TodoItem[], { title, zone }: { title: string; zone: string }): string {
    return `# ${title}\n\n${items.map((item) => lines(item, zone)).join('\n')}\n`;
  },
};

function lines(item: TodoItem, zone: string): string {
  const head = `- [${item.done ? 'x' : ' '}] ${markdownMarks.write({ ...item, title: item.title.replace(/\s+/gu, ' ').trim() }, zone)}`;
  const notes = item.notes.trim();
  if (notes === '') return head;
  const below = notes.split(/\r\n|\n|\r/).map((line) => {
    const kept = keptTask.write(line);
    return kept === '' ? '' : `  ${kept}`;
  });
  return [head, ...below].join('\n');
}
