import { excerpt } from './excerpt.ts';
import type { Repair } from './repair.ts';

interface Task {
  description: string;
  status: string;
}

const task = /^([ \t]*)(?:[-*+]|\d+[.)])[ \t]+\[(.)\][ \t]+(\S.*)$/u;
const numbered = /^([ \t]*)\d+[.)][ \t]+(\S.*)$/;
const heading = /^#{1,6}[ \t]+(\S.*)$/;

/**
 * Reads a Markdown task list, else a numbered list; null when there is neither. The first heading above the list is the
 * goal. An indented item becomes a step of its own, and wrapped lines belong to the item above them.
 */
export function readTaskList(text: string): { goal: string | null; steps: Task[]; repairs: Repair[] } | null {
  const lines = text.split(/\r?\n/);
  const hasTasks = lines.some((line) => task.test(line));
  const steps: Task[] = [];
  const repairs: Repair[] = [];
  let goal: string | null = null;
  let open = false;
  lines.forEach((line, index) => {
    const item = hasTasks ? task.exec(line) : numbered.exec(line);
    const title = heading.exec(line)?.[1];
    const above = steps.at(-1);
    const path = String(index + 1);
    if (item) {
      const [, indent = '', mark = '', description = ''] = hasTasks ? item : [item[0], item[1], ' ', item[2]];
      if (above && indent.length > 1) repairs.push({ code: 'flattened', path, from: '', to: excerpt(description) });
      const status = statusOf(mark);
      if (!status) repairs.push({ code: 'status', path, from: `[${mark}]`, to: 'pending' });
      steps.push({ description: description.trimEnd(), status: status ?? 'pending' });
    } else if (title !== undefined && !above) {
      goal ??= title.trimEnd();
    } else if (open && above && /^[ \t]+[^\s\-*+>#]/.test(line)) {
      above.description += ` ${line.trim()}`;
      return;
    }
    open = item !== null;
  });
  return steps.length > 0 ? { goal, steps, repairs } : null;
}

function statusOf(mark: string): string | null {
  if ('xX✓✔'.includes(mark)) return 'completed';
  return mark === ' ' ? 'pending' : null;
}
