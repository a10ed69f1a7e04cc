import { readTaskLists } from '../task-lists/read-task-lists.ts';
import type { ListedTask, TaskLists } from '../task-lists/task-lists.ts';
import { fittedItem } from './fitted-item.ts';
import { keptTask } from './kept-task.ts';
import { markdownMarks } from './markdown-marks.ts';
import type { TodoItem } from './todo-item.ts';

/** The to-dos of a text in lists, in its order; tasks that were dropped are left out, and counted with the lines left out. */
export function readMarkdownTodos(text: string, zone: string): { items: TodoItem[]; left: number } {
  const read = readTaskLists(text.replace(/^\uFEFF/, ''), 'boxes');
  const tasks = read.lists.flatMap(({ tasks }) => flat(tasks));
  const kept = tasks.filter(({ status }) => status !== 'skipped');
  const items = kept.flatMap((task) => fittedItem(itemOf(task, zone)) ?? []);
  return { items, left: leftLines(read) + tasks.length - items.length };
}

function itemOf({ text, details, status }: ListedTask, zone: string): TodoItem {
  const notes = details
    .map((line) => keptTask.read(line))
    .join('\n')
    .trim();
  return { ...markdownMarks.read(text, zone), notes, done: status === 'completed' };
}

/** A heading is no to-do; those below it are. */
function flat(tasks: readonly ListedTask[]): ListedTask[] {
  return tasks.flatMap((task) => [...(task.isPhase ? [] : [task]), ...flat(task.children)]);
}

const leftLines = ({ uses }: TaskLists) =>
  uses.reduce((sum, { use, from, to }) => sum + (use === 'left_out' ? to - from + 1 : 0), 0);
