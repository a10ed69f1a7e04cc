import { contentHash } from '../domain/content-hash.ts';
import type { Todo } from '../domain/todo.ts';
import { toolFailure, toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { changeAccess } from './change-access.ts';
import { changedRow } from './changed-row.ts';
import { freeAccess } from './free-access.ts';
import { givenTime } from './given-time.ts';
import { findRow } from './find-row.ts';
import { plainTags } from '../domain/plain-tags.ts';
import { isNone, todoInput, type TodoInput } from './todo-input.ts';
import { todoLine } from './todo-line.ts';
import type { Tool } from './tool.ts';

const mostListed = 50;

/** The person's to-do list (R9.5). Deleting asks first, and what was deleted can come back. */
export const todoTool: Tool<typeof todoInput> = {
  name: 'todo',
  description:
    "The person's to-do list: add, list, update, complete, reopen, delete or move one to-do. One call adds one to-do; times are the person's local time.",
  input: todoInput,
  place: 'local',
  reads: ({ action }) => action === 'list',
  access: ({ action, id, title }) =>
    action === 'delete'
      ? { ...freeAccess, rule: 'always_ask', subject: [title && `“${title}”`, id].filter(Boolean).join(' ') }
      : action === 'update'
        ? changeAccess
        : freeAccess,
  subject: (input, stores) => changedRow(input, stores.todos),
  run: async (input, context) => {
    const todos = (await context.stores.todos.all()).sort((a, b) => a.position - b.position);
    if (input.action === 'add') return add(input, todos, context);
    if (input.action === 'list') return list(input, todos, context.zone);
    const stored = input.id ? await context.stores.todos.get(input.id) : undefined;
    const found = findRow('to-do', todos, stored, input);
    if (!found.ok) return found.failure;
    return change(input, found.row, todos, context);
  },
};

async function add(input: TodoInput, todos: readonly Todo[], context: LocalContext): Promise<ToolResult> {
  const todo: Todo = {
    id: context.newId('todo'),
    title: input.title ?? '',
    notes: input.notes ?? '',
    due: dueOf(input.due, context.zone) ?? null,
    priority: input.priority ?? 'normal',
    tags: plainTags(input.tags ?? []),
    done: false,
    position: (todos.at(-1)?.position ?? 0) + 1,
    ...markOf(context),
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  };
  return save(`Added to-do “${todo.title}” (id ${todo.id}).`, todo, context);
}

function list({ show = 'open' }: TodoInput, todos: readonly Todo[], zone: string): ToolResult {
  const shown = todos.filter((todo) => show === 'all' || todo.done === (show === 'done'));
  const which = show === 'all' ? '' : `${show} `;
  if (shown.length === 0) return toolSuccess(`There are no ${which}to-dos.`, { output: [] });
  const listed = shown.slice(0, mostListed);
  const lines = listed.map((todo) => todoLine(todo, zone));
  const rest = shown.length > mostListed ? `\nand ${shown.length - mostListed} more` : '';
  const count = shown.length === 1 ? `1 ${which}to-do` : `${shown.length} ${which}to-dos`;
  return toolSuccess(`${count}:\n${lines.join('\n')}${rest}`, {
    output: listed,
    foreign: listed.some(({ foreign }) => foreign === true),
  });
}

async function change(
  input: TodoInput,
  todo: Todo,
  todos: readonly Todo[],
  context: LocalContext,
): Promise<ToolResult> {
  const named = `to-do “${todo.title}” (id ${todo.id})`;
  switch (input.action) {
    case 'complete':
      if (todo.done) return toolSuccess(`The ${named} was complete already.`, { output: todo });
      return save(`Completed ${named}.`, { ...todo, done: true }, context);
    case 'reopen':
      if (!todo.done) return toolSuccess(`The ${named} was open already.`, { output: todo });
      return save(`Reopened ${named}.`, { ...todo, done: false }, context);
    case 'delete':
      return save(`Deleted ${named}.`, { ...todo, deleted_at: context.now }, context);
    case 'move':
      return move(input.place ?? 1, todo, todos, context);
    case 'update': {
      const changed = { ...changedBy(input, todo, context.zone), ...markOf(context) };
      return save(`Changed to-do: ${todoLine(changed, context.zone)}.`, changed, context);
    }
    case 'add':
    case 'list':
      return toolFailure('invalid_input', `${input.action} takes no id.`);
  }
}

function changedBy(input: TodoInput, todo: Todo, zone: string): Todo {
  const due = dueOf(input.due, zone);
  return {
    ...todo,
    title: input.title ? input.title : todo.title,
    notes: input.notes ?? todo.notes,
    due: due === undefined ? todo.due : due,
    priority: input.priority ?? todo.priority,
    tags: input.tags ? plainTags(input.tags) : todo.tags,
  };
}

/** The list counts from 1; the new position lies between those of its neighbours there, or all are numbered anew. */
async function move(place: number, todo: Todo, todos: readonly Todo[], context: LocalContext): Promise<ToolResult> {
  const others = todos.filter((other) => other.id !== todo.id);
  const at = Math.min(Math.max(1, Math.round(place)), others.length + 1) - 1;
  const text = `Moved to-do “${todo.title}” (id ${todo.id}) to place ${at + 1} of ${others.length + 1}.`;
  const before = others[at - 1]?.position ?? (others[at]?.position ?? 1) - 2;
  const after = others[at]?.position ?? before + 2;
  const position = (before + after) / 2;
  if (position > before && position < after) return save(text, { ...todo, position }, context);
  for (const [index, other] of others.entries())
    await context.stores.todos.put({ ...other, position: index < at ? index + 1 : index + 2 });
  return save(text, { ...todo, position: at + 1 }, context);
}

/** What is written once text from outside has been read may hold some of it. */
const markOf = ({ tainted }: LocalContext) => (tainted ? { foreign: true } : {});

async function save(text: string, changed: Todo, { stores, now }: LocalContext): Promise<ToolResult> {
  const todo = { ...changed, updated_at: now };
  await stores.todos.put(todo);
  const fate = todo.deleted_at === null ? ('put' as const) : ('deleted' as const);
  return toolSuccess(text, {
    output: todo,
    written: [{ store: 'todos', id: todo.id, change: fate, hash: contentHash(todo) }],
  });
}

/** Undefined leaves the due time as it is, null removes it. */
function dueOf(due: string | undefined, zone: string): string | null | undefined {
  if (due === undefined) return undefined;
  const time = isNone(due) ? null : givenTime(due, zone);
  if (!time) return null;
  return time.kind === 'date' ? time.date : new Date(time.ms).toISOString();
}
