import { contentHash } from '../domain/content-hash.ts';
import { dateAt } from '../domain/calendar-date.ts';
import type { Note } from '../domain/note.ts';
import { noteTitle } from '../domain/note-title.ts';
import { toolFailure, toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { excerpt } from './excerpt.ts';
import { findNotes } from './find-notes.ts';
import { findRow } from './find-row.ts';
import { changeAccess } from './change-access.ts';
import { changedRow } from './changed-row.ts';
import { freeAccess } from './free-access.ts';
import { memoryInput, type MemoryInput } from './memory-input.ts';
import { plainTags } from '../domain/plain-tags.ts';
import type { Tool } from './tool.ts';

const mostFound = 5;
const mostListed = 50;
const shownOfMany = 1200;
const shownOfOne = 8000;

/** Notes that last beyond the session (R9.9). The person sees them all under /memory; forgetting asks first. */
export const memoryTool: Tool<typeof memoryInput> = {
  name: 'memory',
  description:
    'Short notes that are kept across sessions: remember what will matter later (a preference, a fact, a result), recall notes by words, list, update or forget one. Not for to-dos or appointments, and never for passwords or keys.',
  input: memoryInput,
  place: 'local',
  reads: ({ action }) => action === 'recall' || action === 'list',
  access: ({ action, id, title }) =>
    action === 'forget'
      ? { ...freeAccess, rule: 'always_ask', subject: [title && `“${title}”`, id].filter(Boolean).join(' ') }
      : action === 'update'
        ? changeAccess
        : freeAccess,
  subject: (input, stores) => changedRow(input, stores.notes),
  run: async (input, context) => {
    const notes = (await context.stores.notes.all()).sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
    if (input.action === 'remember') return remember(input, notes, context);
    if (input.action === 'list') return list(notes, context.zone);
    if (input.action === 'recall' && !input.id) return recall(input.query ?? '', notes, context.zone);
    const stored = input.id ? await context.stores.notes.get(input.id) : undefined;
    const action = input.action === 'forget' ? 'delete' : input.action;
    const found = findRow('note', notes, stored, { action, id: input.id, title: input.title });
    if (!found.ok) return found.failure;
    const note = found.row;
    if (input.action === 'recall') return shown('1 note', [note], shownOfOne, context.zone);
    if (input.action === 'update') return update(input, note, context);
    return save(`Forgot the note “${note.title}” (id ${note.id}).`, { ...note, deleted_at: context.now }, context);
  },
};

async function remember(input: MemoryInput, notes: readonly Note[], context: LocalContext): Promise<ToolResult> {
  const text = input.text?.trim() ?? '';
  const title = input.title ?? noteTitle(text);
  const same = notes.find((note) => note.title === title && note.text === text);
  if (same) return toolSuccess(`This was remembered already (id ${same.id}).`, { output: same });
  const note: Note = {
    id: context.newId('note'),
    title,
    text,
    tags: plainTags(input.tags ?? []),
    foreign: context.tainted,
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  };
  return save(`Remembered “${title}” (id ${note.id}).`, note, context);
}

async function update(input: MemoryInput, note: Note, context: LocalContext): Promise<ToolResult> {
  const text = input.text?.trim() ?? note.text;
  const changed = {
    ...note,
    title: input.title || note.title,
    text,
    tags: input.tags ? plainTags(input.tags) : note.tags,
    foreign: note.foreign || context.tainted,
  };
  return save(`Changed the note “${changed.title}” (id ${note.id}).`, changed, context);
}

function recall(query: string, notes: readonly Note[], zone: string): ToolResult {
  const found = findNotes(notes, query);
  if (found.length === 0) {
    const rest = notes.length === 0 ? 'No notes are kept yet.' : 'Try other words, or the action list.';
    return toolSuccess(`No note is about “${query}”. ${rest}`, { output: [] });
  }
  const count = found.length === 1 ? '1 note' : `${found.length} notes`;
  const rest = found.length > mostFound ? `, of which the best ${mostFound}` : '';
  return shown(`${count} about “${query}”${rest}`, found.slice(0, mostFound), shownOfMany, zone);
}

function shown(head: string, notes: readonly Note[], length: number, zone: string): ToolResult {
  const parts = notes.map((note) => {
    const { text, until, total } = excerpt(note.text, 0, length);
    const cut = until < total ? `\n[The first ${until} of ${total} characters]` : '';
    return `${noteLine(note, zone)}\n${text.trimEnd()}${cut}`;
  });
  return toolSuccess(`${head}:\n\n${parts.join('\n\n')}`, { output: [...notes], foreign: isForeign(notes) });
}

function list(notes: readonly Note[], zone: string): ToolResult {
  if (notes.length === 0) return toolSuccess('No notes are kept.', { output: [] });
  const some = notes.slice(0, mostListed);
  const rest = notes.length > mostListed ? `\nand ${notes.length - mostListed} more; recall finds them by words` : '';
  const count = notes.length === 1 ? '1 note' : `${notes.length} notes, the latest first`;
  const lines = some.map((note) => noteLine(note, zone));
  return toolSuccess(`${count}:\n${lines.join('\n')}${rest}`, {
    output: some.map(({ id, title, tags }) => ({ id, title, tags })),
    foreign: isForeign(some),
  });
}

const isForeign = (notes: readonly Note[]) => notes.some(({ foreign }) => foreign);

function noteLine({ id, title, tags, updated_at }: Note, zone: string): string {
  const named = tags.map((tag) => ` #${tag}`).join('');
  return `${id} “${title}”, ${dateAt(Date.parse(updated_at), zone)}${named}`;
}

async function save(text: string, changed: Note, { stores, now }: LocalContext): Promise<ToolResult> {
  if (changed.title === '') return toolFailure('invalid_input', 'A note needs a title or a text.');
  const note = { ...changed, updated_at: now };
  await stores.notes.put(note);
  const fate = note.deleted_at === null ? ('put' as const) : ('deleted' as const);
  return toolSuccess(text, {
    output: note,
    written: [{ store: 'notes', id: note.id, change: fate, hash: contentHash(note) }],
  });
}
