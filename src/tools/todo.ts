import * as z from 'zod';
import { positionOfEditedTodo, todoPositionAmong, Priority, type Todo } from '../records/todo.ts';
import {
  momentForTimeFormatCheck,
  noSuchTimeSentence,
  parseTime,
  pastRemark,
  timeTextForModel,
  timeParseErrorText,
} from './parse-time.ts';
import { contentHash } from '../values/content-hash.ts';
import { toolError, toolSuccess, type ToolResult } from '../task/tool-result.ts';
import type { LocalToolContext } from '../ports/toolbox.ts';
import { accessForOwnChange, unrestrictedAccess, type Tool } from './tool.ts';
import { rowChangeText, findRow } from './find-row.ts';
import { normalizedTags } from '../records/note.ts';

const withId = ['update', 'complete', 'reopen', 'delete', 'move'] as const;

/** The schema of the to-do tool's input; which fields apply depends on `action`. */
export const todoInput = z
  .object({
    action: z.enum(['add', 'list', ...withId]),
    id: z.string().optional().describe('as list shows it'),
    title: z.string().trim().max(500, 'must be 500 characters at most').optional().describe('for delete give it, too'),
    notes: z.string().max(20_000, 'must be 20,000 characters at most').optional(),
    due: z.string().optional().describe('2026-01-31 or 2026-01-31T15:00; none removes it'),
    priority: z.optional(Priority),
    tags: z.array(z.string()).optional(),
    place: z.number().optional().describe('for move; 1 is the top'),
    show: z.enum(['open', 'done', 'all']).optional(),
  })
  .superRefine((input, context) => {
    const reportMissing = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    const { action } = input;
    if (action === 'add' && !input.title) reportMissing('add needs a “title”', 'title');
    if (action === 'move' && input.place === undefined) reportMissing('move needs a “place” (1 is the top)', 'place');
    const changes = [input.title, input.notes, input.due, input.priority, input.tags];
    if (action === 'update' && changes.every((change) => change === undefined))
      reportMissing('update needs what to change: title, notes, due, priority or tags');
    if (withId.some((name) => name === action) && !input.id && (action === 'update' || !input.title))
      reportMissing(`${action} needs the “id” of the to-do; list shows the ids`, 'id');
    if (input.due !== undefined && !isNone(input.due) && !parseTime(input.due, 'UTC', momentForTimeFormatCheck))
      reportMissing(timeParseErrorText('due', input.due, ', or none'), 'due');
  });
type TodoInput = z.output<typeof todoInput>;

const isNone = (text: string) => /^(none|null|no|never|-)$/i.test(text.trim());

const mostListed = 50;

/** The person's to-do list. Deleting needs the person's permission, and deleted to-dos can be restored. */
export const todoTool: Tool<typeof todoInput> = {
  name: 'todo',
  description: "The person's to-do list; one call is about one to-do. Times are local.",
  input: todoInput,
  place: 'local',
  reads: ({ action }) => action === 'list',
  accumulates: ({ action }) => action === 'move',
  access: ({ action, id, title }) =>
    action === 'delete'
      ? { ...unrestrictedAccess, rule: 'always_ask', subject: [title && `“${title}”`, id].filter(Boolean).join(' ') }
      : action === 'update' || action === 'complete' || action === 'reopen'
        ? accessForOwnChange
        : unrestrictedAccess,
  subject: (input, stores) => rowChangeText(input, stores.todos),
  unclear: async (input, { stores: { todos } }) => {
    if (input.action === 'add' || input.action === 'list') return null;
    const todoResult = findRow('todos', await todos.all(), input.id ? await todos.get(input.id) : undefined, input);
    return todoResult.ok ? null : todoResult.error;
  },
  run: async (input, context) => {
    const { due } = input;
    if (due !== undefined && !isNone(due) && !parseTime(due, context.zone, context.now))
      return toolError('invalid_input', `Nothing was changed: ${noSuchTimeSentence('due', due)}.`);
    const todos = (await context.stores.todos.all()).sort((a, b) => a.position - b.position);
    if (input.action === 'add') return add(input, todos, context);
    if (input.action === 'list') return list(input, todos, context.zone);
    const storedTodo = input.id ? await context.stores.todos.get(input.id) : undefined;
    const todoResult = findRow('todos', todos, storedTodo, input);
    if (!todoResult.ok) return todoResult.error;
    return change(input, todoResult.value, todos, context);
  },
};

async function add(input: TodoInput, todos: readonly Todo[], context: LocalToolContext): Promise<ToolResult> {
  const ranked = {
    id: context.newId('todo'),
    due: dueOf(input.due, context) ?? null,
    priority: input.priority ?? ('normal' as const),
  };
  const todo: Todo = {
    ...ranked,
    title: input.title ?? '',
    notes: input.notes ?? '',
    tags: normalizedTags(input.tags ?? []),
    done: false,
    position: todoPositionAmong(todos, ranked, context.zone),
    ...markOf(context),
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  };
  const dueSentence =
    todo.due === null
      ? ''
      : ` Due ${timeTextForModel(todo.due, context.zone)}.${pastRemark(todo.due, context.zone, context.now)}`;
  return save(`Added to-do “${todo.title}” (id ${todo.id}).${dueSentence}`, todo, context);
}

function list({ show = 'open' }: TodoInput, todos: readonly Todo[], zone: string): ToolResult {
  const matchingTodos = todos.filter((todo) => show === 'all' || todo.done === (show === 'done'));
  const which = show === 'all' ? '' : `${show} `;
  if (matchingTodos.length === 0) return toolSuccess(`There are no ${which}to-dos.`, { output: [] });
  const listedTodos = matchingTodos.slice(0, mostListed);
  const lines = listedTodos.map((todo) => todoLine(todo, zone));
  const rest = matchingTodos.length > mostListed ? `\nand ${matchingTodos.length - mostListed} more` : '';
  const count = matchingTodos.length === 1 ? `1 ${which}to-do` : `${matchingTodos.length} ${which}to-dos`;
  return toolSuccess(`${count}:\n${lines.join('\n')}${rest}`, {
    output: listedTodos,
    foreign: listedTodos.some(({ foreign }) => foreign === true),
  });
}

async function change(
  input: TodoInput,
  todo: Todo,
  todos: readonly Todo[],
  context: LocalToolContext,
): Promise<ToolResult> {
  const todoName = `to-do “${todo.title}” (id ${todo.id})`;
  switch (input.action) {
    case 'complete':
      if (todo.done) return toolSuccess(`The ${todoName} was complete already.`, { output: todo });
      return save(`Completed ${todoName}.`, { ...todo, done: true }, context, todo);
    case 'reopen':
      if (!todo.done) return toolSuccess(`The ${todoName} was open already.`, { output: todo });
      return save(`Reopened ${todoName}.`, { ...todo, done: false }, context, todo);
    case 'delete':
      return save(`Deleted ${todoName}.`, { ...todo, deleted_at: context.now }, context, todo);
    case 'move':
      return move(input.place ?? 1, todo, todos, context);
    case 'update': {
      const after = { ...changedBy(input, todo, context), ...markOf(context) };
      const changedTodo = { ...after, position: positionOfEditedTodo(todo, after, todos, context.zone) };
      const isSet = changedTodo.due !== null && input.due !== undefined;
      const past = isSet ? pastRemark(changedTodo.due ?? '', context.zone, context.now) : '';
      return save(`Changed to-do: ${todoLine(changedTodo, context.zone)}.${past}`, changedTodo, context, todo);
    }
    case 'add':
    case 'list':
      return toolError('invalid_input', `${input.action} takes no id.`);
  }
}

function changedBy(input: TodoInput, todo: Todo, context: LocalToolContext): Todo {
  const due = dueOf(input.due, context);
  return {
    ...todo,
    title: input.title ? input.title : todo.title,
    notes: input.notes ?? todo.notes,
    due: due === undefined ? todo.due : due,
    priority: input.priority ?? todo.priority,
    tags: input.tags ? normalizedTags(input.tags) : todo.tags,
  };
}

/** Moves a to-do to a place counted from 1: its position lies between its new neighbours', or all are renumbered. */
async function move(place: number, todo: Todo, todos: readonly Todo[], context: LocalToolContext): Promise<ToolResult> {
  const others = todos.filter((other) => other.id !== todo.id);
  const placeIndex = Math.min(Math.max(1, Math.round(place)), others.length + 1) - 1;
  const text = `Moved to-do “${todo.title}” (id ${todo.id}) to place ${placeIndex + 1} of ${others.length + 1}.`;
  const before = others[placeIndex - 1]?.position ?? (others[placeIndex]?.position ?? 1) - 2;
  const after = others[placeIndex]?.position ?? before + 2;
  const position = (before + after) / 2;
  if (position > before && position < after) return save(text, { ...todo, position }, context);
  for (const [index, other] of others.entries())
    await context.stores.todos.put({ ...other, position: index < placeIndex ? index + 1 : index + 2 });
  return save(text, { ...todo, position: placeIndex + 1 }, context);
}

/** Returns the foreign mark: a to-do written after reading outside text may contain some of it. */
const markOf = ({ tainted }: LocalToolContext) => (tainted ? { foreign: true } : {});

async function save(
  text: string,
  changedTodo: Todo,
  { stores, now, zone }: LocalToolContext,
  before?: Todo,
): Promise<ToolResult> {
  const todo = { ...changedTodo, updated_at: now };
  await stores.todos.put(todo);
  const fate = todo.deleted_at === null ? ('put' as const) : ('deleted' as const);
  return toolSuccess(text, {
    output: todo,
    written: [
      {
        ...{ store: 'todos', id: todo.id, change: fate, hash: contentHash(todo) },
        ...(before && { row_before: todoLine(before, zone) }),
      },
    ],
  });
}

/** Returns the new due time: undefined leaves it unchanged, null removes it. */
function dueOf(dueText: string | undefined, { zone, now }: LocalToolContext): string | null | undefined {
  if (dueText === undefined) return undefined;
  const time = isNone(dueText) ? null : parseTime(dueText, zone, now);
  if (!time) return null;
  return time.kind === 'date' ? time.date : new Date(time.ms).toISOString();
}

/** Returns one line about a to-do, for the model. */
function todoLine(todo: Todo, zone: string): string {
  const more = [
    todo.due === null ? '' : `due ${timeTextForModel(todo.due, zone)}`,
    todo.priority === 'normal' ? '' : `${todo.priority} priority`,
    todo.tags.map((tag) => `#${tag}`).join(' '),
    todo.notes === '' ? '' : `notes: ${todo.notes.replace(/\s+/g, ' ').slice(0, 80)}`,
  ].filter((part) => part !== '');
  return [`[${todo.done ? 'x' : ' '}] ${todo.id} “${todo.title}”`, ...more].join(', ');
}
