import type { Todo } from '../../records/todo.ts';

/** The fields of a to-do that a file can contain. */
export type TodoItem = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;

/** Matches a line of notes that could be read as a task, with any `\` that already stands before it. */
const looksLikeTask = /^([ \t\u3000\u00a0]*)(\\*)(?=\S)(.*)$/su;

/**
 * Escapes (`write`) and unescapes (`read`) a line of notes: a `\` before a beginning that could be read as a task, a
 * code fence, markup or a heading.
 */
export const todoNoteEscaping = {
  write(line: string): string {
    const [, space = '', marks = '', rest = ''] = looksLikeTask.exec(line) ?? [];
    return begins.test(rest) ? `${space}\\${marks}${rest}` : line;
  },

  read(line: string): string {
    const [, space = '', marks = '', rest = ''] = looksLikeTask.exec(line) ?? [];
    return marks !== '' && begins.test(rest) ? `${space}${marks.slice(1)}${rest}` : line;
  },
};

/** Beginnings that a reader of lists may interpret: nearly any punctuation, and numbers. */
const begins = /^(?:[^\p{L}\s\\]|[零一二三四五六七八九十百第步]|(?:step|phase|stage|part|task|let|const|session)\b)/iu;

const longestTitle = 500;
const longestNotes = 20_000;

/** An item within a to-do's limits: the rest of a title that is too long goes to the notes. Null without a title. */
export function itemWithinLimits(item: TodoItem): TodoItem | null {
  const title = item.title.replace(/\s+/gu, ' ').trim();
  if (title === '') return null;
  const fits = title.length <= longestTitle;
  const head = fits ? title : `${/^.{0,250}/su.exec(title)?.[0] ?? ''}…`;
  const notes = fits ? item.notes : [title, item.notes].filter(Boolean).join('\n\n');
  return { ...item, title: head, notes: notes.slice(0, longestNotes), tags: [...new Set(item.tags)] };
}
