import type { TodoItem } from './todo-item.ts';

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
