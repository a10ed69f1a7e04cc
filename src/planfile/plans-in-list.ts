import type { LineNote, ListedTask, TaskLists } from '../task-lists/task-lists.ts';
import { excerpt } from './excerpt.ts';
import { limits } from './limits.ts';
import type { Draft } from './own-names.ts';
import type { Repair } from './repair.ts';

/** The plans of a text in lists, each as a draft, with what is told of its lines. */
export function plansInList({ lists, notes }: TaskLists): { draft: Draft; repairs: Repair[] }[] {
  const told = notes.map(repairOf);
  return lists.map(({ title, tasks }) => {
    const repairs = [...told];
    return { draft: { goal: title, steps: stepsOf(tasks, 0, repairs) }, repairs };
  });
}

function stepsOf(tasks: readonly ListedTask[], depth: number, repairs: Repair[]): Draft[] {
  return tasks.flatMap((task): Draft[] => {
    const step: Draft = { description: wordsOf(task), status: task.status };
    if (task.children.length === 0) return [step];
    if (depth < limits.nestedPlans)
      return [{ ...step, plan: { goal: task.text, steps: stepsOf(task.children, depth + 1, repairs) } }];
    for (const { line, text } of task.children)
      repairs.push({ code: 'flattened', path: String(line), from: '', to: excerpt(text) });
    return [step, ...stepsOf(task.children, depth, repairs)];
  });
}

function wordsOf({ text, details, wrapped }: ListedTask): string {
  const first = [text, ...details.slice(0, wrapped).map((line) => line.trim())].join(' ');
  return [first, ...details.slice(wrapped)].join('\n').trim();
}

function repairOf({ code, line, to, text, became }: LineNote): Repair {
  const path = to === line ? String(line) : `${line}–${to}`;
  return { code: code === 'unknown_sign' ? 'sign' : code, path, from: excerpt(text), to: excerpt(became) };
}
