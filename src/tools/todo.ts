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
    const missing = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    const { action } = input;
    if (action === 'add' && !input.title) missing('add needs a “title”', 'title');
    if (action === 'move' && input.place === undefined) missing('move needs a “place” (1 is the top)', 'place');
    const changes = [input.title, input.notes, input.due, input.priority, input.tags];
    if (action === 'update' && changes.every((change) => change === undefined))
      missing('update needs what to change: title, notes, due, priority or tags');
    if (withId.some((name) => name === action) && !input.id && (action === 'update' || !input.title))
      missing(`${action} needs the “id” of the to-do; list shows the ids`, 'id');
    if (input.due !== undefined && !isNone(input.due) && !parseTime(input.due, 'UTC', momentForTimeFormatCheck))
      missing(timeParseErrorText('due', input.due, ', or none'), 'due');
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
    const found = findRow('todos', await todos.all(), input.id ? await todos.get(input.id) : undefined, input);
    return found.ok ? null : found.error;
  },
  run: async (input, context) => {
    const { due } = input;
    if (due !== undefined && !isNone(due) && !parseTime(due, context.zone, context.now))
      return toolError('invalid_input', `Nothing was changed: ${noSuchTimeSentence('due', due)}.`);
    const todos = (await context.stores.todos.all()).sort((a, b) => a.position - b.position);
    if (input.action === 'add') return add(input, todos, context);
    if (input.action === 'list') return list(input, todos, context.zone);
    const stored = input.id ? await context.stores.todos.get(input.id) : undefined;
    const found = findRow('todos', todos, stored, input);
    if (!found.ok) return found.error;
    return change(input, found.value, todos, context);
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
  const due =
    todo.due === null
      ? ''
      : ` Due ${timeTextForModel(todo.due, context.zone)}.${pastRemark(todo.due, context.zone, context.now)}`;
  return save(`Added to-do “${todo.title}” (id ${todo.id}).${due}`, todo, context);
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
  context: LocalToolContext,
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
      const after = { ...changedBy(input, todo, context), ...markOf(context) };
      const changed = { ...after, position: positionOfEditedTodo(todo, after, todos, context.zone) };
      const isSet = changed.due !== null && input.due !== undefined;
      const past = isSet ? pastRemark(changed.due ?? '', context.zone, context.now) : '';
      return save(`Changed to-do: ${todoLine(changed, context.zone)}.${past}`, changed, context);
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

/** Returns the foreign mark: a to-do written after reading outside text may contain some of it. */
const markOf = ({ tainted }: LocalToolContext) => (tainted ? { foreign: true } : {});

async function save(text: string, changed: Todo, { stores, now }: LocalToolContext): Promise<ToolResult> {
  const todo = { ...changed, updated_at: now };
  await stores.todos.put(todo);
  const fate = todo.deleted_at === null ? ('put' as const) : ('deleted' as const);
  return toolSuccess(text, {
    output: todo,
    written: [{ store: 'todos', id: todo.id, change: fate, hash: contentHash(todo) }],
  });
}

/** Returns the new due time: undefined leaves it unchanged, null removes it. */
function dueOf(due: string | undefined, { zone, now }: LocalToolContext): string | null | undefined {
  if (due === undefined) return undefined;
  const time = isNone(due) ? null : parseTime(due, zone, now);
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
