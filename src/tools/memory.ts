import * as z from 'zod';
import { contentHash } from '../values/content-hash.ts';
import { dateAt } from '../values/calendar-date.ts';
import { type Note, noteTitle, normalizedTags } from '../records/note.ts';
import { toolError, toolSuccess, type ToolResult } from '../task/tool-result.ts';
import type { LocalToolContext } from '../ports/toolbox.ts';
import { excerptFrom } from './excerpt.ts';
import { findRow, rowChangeText } from './find-row.ts';
import { accessForOwnChange, unrestrictedAccess, type Tool } from './tool.ts';
import MiniSearch from 'minisearch';
import { searchTolerance, searchTermsOfText } from '../values/search-terms.ts';

/** Which fields apply depends on `action`. */
const memoryInput = z
  .object({
    action: z.enum(['remember', 'recall', 'list', 'update', 'forget']),
    query: z.string().trim().max(400, 'must be 400 characters at most').optional().describe('for recall: words'),
    id: z.string().optional().describe('as list shows it'),
    title: z.string().trim().max(200, 'must be 200 characters at most').optional().describe('for forget give it, too'),
    text: z.string().max(20_000, 'must be 20,000 characters at most').optional().describe('Markdown'),
    tags: z.array(z.string()).optional(),
  })
  .superRefine(({ action, query, id, title, text, tags }, context) => {
    const reportMissing = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    if (action === 'remember' && !text?.trim() && !title) reportMissing('remember needs a “text”', 'text');
    if (action === 'recall' && !query && !id) reportMissing('recall needs a “query” (a few words) or an “id”', 'query');
    if (action === 'update' && !id)
      reportMissing('update needs the “id” of the note; recall and list show the ids', 'id');
    if (action === 'update' && title === undefined && text === undefined && tags === undefined)
      reportMissing('update needs what to change: title, text or tags');
    if (action === 'forget' && !id && !title)
      reportMissing('forget needs the “id” of the note; recall and list show the ids', 'id');
  });
type MemoryInput = z.output<typeof memoryInput>;

const mostFound = 5;
const mostListed = 50;
const shownOfMany = 1200;
const shownOfOne = 8000;

/**
 * Notes that outlast the session. The person sees all of them under /memory; deleting needs the person's permission.
 */
export const memoryTool: Tool<typeof memoryInput> = {
  name: 'memory',
  description:
    'Short notes kept across sessions, such as a preference. Not for to-dos or appointments; never passwords or keys.',
  input: memoryInput,
  place: 'local',
  reads: ({ action }) => action === 'recall' || action === 'list',
  access: ({ action, id, title }) =>
    action === 'forget'
      ? { ...unrestrictedAccess, rule: 'always_ask', subject: [title && `“${title}”`, id].filter(Boolean).join(' ') }
      : action === 'update'
        ? accessForOwnChange
        : unrestrictedAccess,
  subject: (input, stores) => rowChangeText(input, stores.notes),
  unclear: async ({ action, id, title }, { stores: { notes } }) => {
    if (action !== 'forget' && action !== 'update') return null;
    const storedNote = id ? await notes.get(id) : undefined;
    const noteReference = { action: action === 'forget' ? 'delete' : action, id, title };
    const noteResult = findRow('notes', await notes.all(), storedNote, noteReference);
    return noteResult.ok ? null : noteResult.error;
  },
  run: async (input, context) => {
    const notes = (await context.stores.notes.all()).sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
    if (input.action === 'remember') return remember(input, notes, context);
    if (input.action === 'list') return list(notes, context.zone);
    if (input.action === 'recall' && !input.id) return recall(input.query ?? '', notes, context.zone);
    const storedNote = input.id ? await context.stores.notes.get(input.id) : undefined;
    const action = input.action === 'forget' ? 'delete' : input.action;
    const noteResult = findRow('notes', notes, storedNote, { action, id: input.id, title: input.title });
    if (!noteResult.ok) return noteResult.error;
    const note = noteResult.value;
    if (input.action === 'recall') return shown('1 note', [note], shownOfOne, context.zone);
    if (input.action === 'update') return update(input, note, context);
    return save(`Forgot the note “${note.title}” (id ${note.id}).`, { ...note, deleted_at: context.now }, context);
  },
};

async function remember(input: MemoryInput, notes: readonly Note[], context: LocalToolContext): Promise<ToolResult> {
  const text = input.text?.trim() ?? '';
  const title = input.title ?? noteTitle(text);
  const same = notes.find((note) => note.title === title && note.text === text);
  if (same) return toolSuccess(`This was remembered already (id ${same.id}).`, { output: same });
  const note: Note = {
    id: context.newId('note'),
    title,
    text,
    tags: normalizedTags(input.tags ?? []),
    foreign: context.tainted,
    session_id: context.sessionId,
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  };
  return save(`Remembered “${title}” (id ${note.id}).`, note, context);
}

async function update(input: MemoryInput, note: Note, context: LocalToolContext): Promise<ToolResult> {
  const text = input.text?.trim() ?? note.text;
  const changedNote = {
    ...note,
    title: input.title || note.title,
    text,
    tags: input.tags ? normalizedTags(input.tags) : note.tags,
    foreign: note.foreign || context.tainted,
  };
  return save(`Changed the note “${changedNote.title}” (id ${note.id}).`, changedNote, context);
}

function recall(query: string, notes: readonly Note[], zone: string): ToolResult {
  const matchingNotes = findNotes(notes, query);
  if (matchingNotes.length === 0) {
    const head = `No note is about “${query}”.`;
    if (notes.length === 0) return toolSuccess(`${head} No notes are kept yet.`, { output: [] });
    const noteList = list(notes, zone);
    return { ...noteList, text: `${head} All that is kept: ${noteList.text}`, output: [] };
  }
  const count = matchingNotes.length === 1 ? '1 note' : `${matchingNotes.length} notes`;
  const rest = matchingNotes.length > mostFound ? `, of which the best ${mostFound}` : '';
  return shown(`${count} about “${query}”${rest}`, matchingNotes.slice(0, mostFound), shownOfMany, zone);
}

function shown(head: string, notes: readonly Note[], length: number, zone: string): ToolResult {
  const parts = notes.map((note) => {
    const { text, until, total } = excerptFrom(note.text, 0, length);
    const lengthRemark = until < total ? `\n[The first ${until} of ${total} characters]` : '';
    return `${noteLine(note, zone)}\n${text.trimEnd()}${lengthRemark}`;
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
  const tagText = tags.map((tag) => ` #${tag}`).join('');
  return `${id} “${title}”, ${dateAt(Date.parse(updated_at), zone)}${tagText}`;
}

async function save(text: string, changedNote: Note, { stores, now }: LocalToolContext): Promise<ToolResult> {
  if (changedNote.title === '') return toolError('invalid_input', 'A note needs a title or a text.');
  const note = { ...changedNote, updated_at: now };
  await stores.notes.put(note);
  const fate = note.deleted_at === null ? ('put' as const) : ('deleted' as const);
  return toolSuccess(text, {
    output: note,
    written: [{ store: 'notes', id: note.id, change: fate, hash: contentHash(note) }],
  });
}

/** The terms of a query of more than one letter: a single one stands in many unrelated words. */
const longTerms = (query: string) => searchTermsOfText(query).filter((term) => term.length > 1);

/**
 * Returns the notes that contain all words of a query or words that begin with them, best first; if none does, those
 * with nearly these words; if none does either, those with some of them. Uses MiniSearch, which ranks by BM25 in 6 kB
 * and accepts a tokenizer for Chinese.
 */
function findNotes(notes: readonly Note[], query: string): Note[] {
  const index = new MiniSearch<{ id: string; title: string; text: string; tags: string }>({
    fields: ['title', 'text', 'tags'],
    tokenize: searchTermsOfText,
    processTerm: (term) => term,
  });
  index.addAll(notes.map(({ id, title, text, tags }) => ({ id, title, text, tags: tags.join(' ') })));
  const byId = new Map(notes.map((note) => [note.id, note]));
  const fields = { boost: { title: 3, tags: 2 }, prefix: searchTolerance.prefix };
  for (const search of [
    { combineWith: 'AND', fuzzy: false },
    { combineWith: 'AND', fuzzy: searchTolerance.fuzzy },
    { combineWith: 'OR', fuzzy: searchTolerance.fuzzy, tokenize: longTerms },
  ] as const) {
    const searchHits = index.search(query, { ...fields, ...search });
    if (searchHits.length > 0) return searchHits.flatMap(({ id }) => byId.get(id as string) ?? []);
  }
  return [];
}
