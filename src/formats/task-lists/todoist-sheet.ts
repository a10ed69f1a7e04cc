/** A row of an export of Todoist; `date` is empty for a task without one. */
export interface TodoistRow {
  kind: 'task' | 'section' | 'note' | 'other' | 'blank';
  content: string;
  description: string;
  date: string;
  /** From 1, which is a task of the list itself. */
  indent: number;
  /** True for the highest priority; 4, the lowest, stands for none. */
  isUrgent: boolean;
}

const kinds: ReadonlyMap<string, TodoistRow['kind']> = new Map([
  ['section', 'section'],
  ['note', 'note'],
  ['meta', 'other'],
]);

/** Returns a function that reads the rows below the header of an export of Todoist; null for any other header. */
export function todoistReader(head: readonly string[]): ((cells: readonly string[]) => TodoistRow) | null {
  const names = head.map((name) => name.replace('\ufeff', '').trim());
  if (!['TYPE', 'CONTENT', 'PRIORITY'].every((name) => names.includes(name))) return null;
  return (cells) => {
    const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim();
    const type = cell('TYPE').toLowerCase();
    return {
      kind: kinds.get(type) ?? (cell('CONTENT') === '' ? 'blank' : 'task'),
      content: cell('CONTENT').replace(/^\* +/, ''),
      description: cell('DESCRIPTION'),
      date: cell('DATE') || cell('DEADLINE'),
      indent: Number(cell('INDENT')) || 1,
      isUrgent: cell('PRIORITY') === '1',
    };
  };
}
