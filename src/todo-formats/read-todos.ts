import { markdownTodos } from './markdown-todos.ts';
import type { TodoItem } from './todo-item.ts';
import { todoTxt } from './todo-txt.ts';

/** `none`: there are no to-dos in the file; `unlike`: it is no file of to-dos at all. */
export type ReadTodos = { ok: true; items: TodoItem[] } | { ok: false; fault: 'none' | 'unlike' | 'too_many' };

const most = 5000;

/** The to-dos of a file, a Markdown task list or todo.txt, whichever it is. */
export function readTodos(name: string, text: string, zone: string): ReadTodos {
  if (text.includes('\0')) return { ok: false, fault: 'unlike' };
  const listed = markdownTodos.read(text, zone);
  const items = listed.length > 0 || isNotTodoTxt(name, text) ? listed : todoTxt.read(text, zone);
  if (items.length === 0) return { ok: false, fault: 'none' };
  return items.length > most ? { ok: false, fault: 'too_many' } : { ok: true, items };
}

/** Anything can stand in a todo.txt; what is named or begins like something else is not taken for one. */
function isNotTodoTxt(name: string, text: string): boolean {
  if (/\.(?:md|markdown|mdown|json|html?|xml|csv|ics)$/i.test(name)) return true;
  return /^\s*(?:[<{[]|#\s|BEGIN:|%PDF)/.test(text);
}
