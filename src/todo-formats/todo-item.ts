import type { Todo } from '../domain/agenda/todo.ts';

/** What a file says of a to-do. */
export type TodoItem = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;

/** A line of notes that would be read as a task, with as many `\` before it as it already has. */
const looksLikeTask = /^([ \t\u3000\u00a0]*)(\\*)(?=\S)(.*)$/su;

/** Lines of notes that are to stay notes: a `\` goes before whatever begins like a task, a fence, markup or a heading. */
export const keptTask = {
  write(line: string): string {
    const [, space = '', marks = '', rest = ''] = looksLikeTask.exec(line) ?? [];
    return begins.test(rest) ? `${space}\\${marks}${rest}` : line;
  },

  read(line: string): string {
    const [, space = '', marks = '', rest = ''] = looksLikeTask.exec(line) ?? [];
    return marks !== '' && begins.test(rest) ? `${space}${marks.slice(1)}${rest}` : line;
  },
};

/** What a reader of lists might take for something of its own at the beginning of a line: nearly any sign, and numbers. */
const begins = /^(?:[^\p{L}\s\\]|[零一二三四五六七八九十百第步]|(?:step|phase|stage|part|task|let|const|session)\b)/iu;

const longestTitle = 500;
const longestNotes = 20_000;

/** An item within what a to-do can hold: a title that is too long goes on in the notes. Null without a title. */
export function fittedItem(item: TodoItem): TodoItem | null {
  const title = item.title.replace(/\s+/gu, ' ').trim();
  if (title === '') return null;
  const fits = title.length <= longestTitle;
  const head = fits ? title : `${/^.{0,250}/su.exec(title)?.[0] ?? ''}…`;
  const notes = fits ? item.notes : [title, item.notes].filter(Boolean).join('\n\n');
  return { ...item, title: head, notes: notes.slice(0, longestNotes), tags: [...new Set(item.tags)] };
}
