import { todoPositionAmong, type Todo } from '../records/todo.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { CommandAnswer } from './command-answer.ts';
import { currentValue } from '../ports/observable.ts';
import { parseTypedTodo } from '../calendar/words/parse-typed-todo.ts';
import { commandTextWithoutVerb } from './without-verb.ts';

/**
 * Runs `/todo`: alone it lists the open to-dos; `/todo Buy bread tomorrow !high #shopping` adds one that is due then.
 */
export async function runTodoCommand(
  commandText: string,
  ports: { todos: Stores['todos']; clock: Clock; sessionId: string | null },
): Promise<CommandAnswer> {
  const { todos, clock, sessionId } = ports;
  const text = commandTextWithoutVerb(commandText);
  const storedTodos = (await currentValue(todos.list())).sort((a, b) => a.position - b.position);
  if (text === '') {
    const open = storedTodos.filter((todo) => !todo.done);
    return open.length === 0 ? { kind: 'sentence', code: 'todo_empty', params: {} } : { kind: 'todos', todos: open };
  }
  const now = clock.now();
  const typedTodo = parseTypedTodo(text, now, clock.zone(), clock.languages());
  if (typeof typedTodo === 'string') return { kind: 'sentence', code: `unreadable_${typedTodo}`, params: { text } };
  const { repeats, ...read } = typedTodo;
  if (read.title === '') return { kind: 'sentence', code: 'todo_needs_title', params: { text } };
  const id = clock.newId('todo');
  const todo: Todo = {
    id,
    ...read,
    notes: '',
    done: false,
    position: todoPositionAmong(storedTodos, { id, ...read }, clock.zone()),
    session_id: sessionId,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await todos.save(todo);
  return { kind: 'todo_added', todo, again: repeats ? read.title : null };
}
