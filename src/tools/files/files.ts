import type { Result } from '../../values/result.ts';
import * as z from 'zod';
import { parseJsonWithExactIntegers } from '../../values/exact-json.ts';
import type { Json } from '../../values/json.ts';
import { checkFileName } from './file-name-error.ts';
import { contentHash } from '../../values/content-hash.ts';
import { type SessionFile, fileIdOfExtractedText, readableFileOf, formatByteSize } from '../../records/session-file.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { fileNameCollisionKey } from '../../records/file-name.ts';
import { lengthNote, longestPart, readResult } from './file-lines.ts';
import { findFile, missingFileResult, unreadableFileResult } from './find-file.ts';
import { unrestrictedAccess, type Tool } from '../tool.ts';
import { isProse, jointNote, jointOfProse, proseLength } from './prose.ts';
import { saveText } from './save-text.ts';
import {
  contentWithoutFence,
  newFileText,
  columnNamesOfRows,
  csvText,
  cellRowsOfValue,
  rowsWrittenAsJson,
} from './new-file-text.ts';
import { timeTextForModel } from '../parse-time.ts';
import { isCsv } from '../../records/parse-file-data.ts';
import { csvTable, tablesFromMarkdown } from '../../records/tables.ts';
import { officeFormatOfName } from '../../records/written-office.ts';
import { csvFormatOfText } from '../../records/written-numbers.ts';

/** Returns the name in Unicode form NFC, so that equal-looking names are equal, and without a leading `./`. */
const composed = (name: string) => name.normalize('NFC').replace(/^(\.\/)+/, '');

/** Which fields apply depends on `action`. */
const filesInput = z
  .object({
    action: z.enum(['write', 'append', 'read', 'list', 'delete']),
    name: z.string().overwrite(composed).optional().describe('notes.md, data/2024.csv'),
    content: z.custom<Json>().optional().meta({ type: 'string', description: 'the text alone, no words about it' }),
    from: z.number().min(0, 'must be 0 or more').optional().describe('first character; for list: how many to skip'),
    length: z.number().min(1, 'must be 1 or more').optional().describe(lengthNote),
    line: z.number().min(1, 'must be 1 or more').optional().describe('first line'),
    lines: z.number().min(1, 'must be 1 or more').optional(),
    show: z.enum(['files', 'kept', 'all']).optional().describe('for list; kept by tools'),
  })
  .superRefine(({ action, name, content }, context) => {
    const wrong = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    if (action !== 'list' && !name) wrong(`${action} needs the “name” of the file`, 'name');
    if (action !== 'write' && action !== 'append') return;
    if (content === undefined) wrong(`${action} needs a “content”`, 'content');
    if (name) checkFileName(name, context);
  });
type FilesInput = z.output<typeof filesInput>;

const mostListed = 50;

/**
 * The files of the current session that are text, or become a file of Word or Excel when they leave it; nothing outside
 * it can be reached. A name refers to one file, however often it is written. Deleting needs the person's permission,
 * and a deleted file can be restored.
 */
export const filesTool: Tool<typeof filesInput> = {
  name: 'files',
  description:
    'Files for the person, such as a report or a table: text, .docx (write it as Markdown) or .xlsx (as CSV, or as Markdown with a heading and a table for each sheet). write replaces, append adds at the end.',
  input: filesInput,
  verbatim: ['content'],
  place: 'local',
  reads: ({ action }) => action === 'read' || action === 'list',
  accumulates: ({ action }) => action === 'append',
  access: ({ action, name }) =>
    action === 'delete'
      ? { ...unrestrictedAccess, rule: 'always_ask', subject: `“${name ?? ''}”` }
      : unrestrictedAccess,
  run: async (input, context) => {
    if (input.action === 'write' || input.action === 'append') return write(input, context);
    const files = await context.stores.files.all();
    switch (input.action) {
      case 'read':
        return read(input, files, context);
      case 'list':
        return list(input, files, context.zone);
      case 'delete':
        return remove(input, files, context);
    }
  },
};

const isWritten = ({ kind }: SessionFile) => kind === 'file';

async function write(
  { action, name = '', content: given = '' }: FilesInput,
  context: LocalToolContext,
): Promise<ToolResult> {
  const content = action === 'write' ? contentWithoutFence(name, given) : given;
  let text = newFileText(name, content);
  let note = '';
  const newContentOf = (presentFile: SessionFile | undefined): string | ToolResult => {
    if (!presentFile) return text;
    if (isBase64DataUrl(presentFile.content)) return unreadableFileResult(presentFile);
    const appendResult = appendedContent(presentFile, content);
    if (!appendResult.ok) return toolError('conflict', `Nothing was added: ${appendResult.error}.`);
    if (isProse(name) && presentFile.content.length > shortText)
      note = jointNote(
        presentFile.content,
        jointOfProse(name, presentFile.content, text),
        isWrittenBy(context.stepResults, presentFile),
      );
    text = appendResult.value;
    return text;
  };
  const result = await (action === 'write'
    ? saveText(name, text, context)
    : saveText(name, newContentOf, context, 'added'));
  const length = isProse(name) ? proseLength(text) : null;
  return result.ok ? { ...result, text: `${result.text}${length ? ` It has ${length}.` : ''}${note}` } : result;
}

/** True if a step wrote all that a file holds. */
const isWrittenBy = (stepResults: readonly ToolResult[] = [], { id }: SessionFile) =>
  stepResults.some(({ text, written }) => !text.startsWith('Added to') && written.some((row) => row.id === id));

/** The length up to which a file is so short that the model need not be told how it ended. */
const shortText = 200;

/** Reads files written by other tools as well, so that the model need not know which tool to use. */
function read(input: FilesInput, files: readonly SessionFile[], context: LocalToolContext): ToolResult {
  const { name = '', from, length = Infinity, line, lines } = input;
  const requestedFile = findFile(files.filter(isWritten), name) ?? findFile(files, name);
  const readFrom = (file: Pick<SessionFile, 'name' | 'content'>, of: string, more: Partial<ToolResult>) => {
    const limit = Math.min(length, longestPart(file.content, context));
    return readResult(file, of, { from, line, lines, limit }, more);
  };
  const words = requestedFile ? undefined : context.stepText?.(name);
  if (words !== undefined) return readFrom({ name, content: words }, name, { foreign: context.tainted });
  if (!requestedFile) return missingFileResult(files, name);
  const file = readableFileOf(files, requestedFile);
  if (!file) return unreadableFileResult(requestedFile);
  return readFrom(file, file.id, { foreign: true, artifact: file.id });
}

const byName = new Intl.Collator('en', { numeric: true });

function list({ show = 'files', from = 0 }: FilesInput, files: readonly SessionFile[], zone: string): ToolResult {
  const keptFileCount = files.filter((file) => !isWritten(file)).length;
  const chosenFiles = files
    .filter((file) => show === 'all' || isWritten(file) === (show === 'files'))
    .sort((a, b) => byName.compare(a.name, b.name));
  const note =
    show === 'files' && keptFileCount > 0 ? `\n${keptFileCount} more kept from tools: list with show kept.` : '';
  const kind = show === 'kept' ? 'kept from tools' : show === 'all' ? 'in all' : 'here';
  if (chosenFiles.length === 0) return toolSuccess(`There are no files ${kind}.${note}`, { output: [] });
  const shownFiles = chosenFiles.slice(Math.floor(from), Math.floor(from) + mostListed);
  const until = Math.floor(from) + shownFiles.length;
  const rest = until < chosenFiles.length ? `\nand ${chosenFiles.length - until} more: list with from ${until}` : '';
  const count = chosenFiles.length === 1 ? '1 file' : `${chosenFiles.length} files`;
  return toolSuccess(`${count} ${kind}:\n${shownFiles.map((file) => fileLine(file, zone)).join('\n')}${rest}${note}`, {
    output: shownFiles.map(({ name, size, mime, created_at }) => ({ name, size, mime, written: created_at })),
  });
}

async function remove(
  { name = '' }: FilesInput,
  files: readonly SessionFile[],
  context: LocalToolContext,
): Promise<ToolResult> {
  const writtenFiles = files.filter(isWritten);
  const file = findFile(writtenFiles, name);
  if (!file && findFile(files, name))
    return toolError('unsupported', `“${name}” was kept from a tool, as part of the record; it cannot be deleted.`);
  if (!file) return missingFileResult(writtenFiles, name);
  const same = writtenFiles.filter((other) => fileNameCollisionKey(other.name) === fileNameCollisionKey(name));
  if (same.length > 1) {
    const ids = same.map(({ id }) => id).join(', ');
    return toolError('conflict', `Several files have the name “${file.name}”: give as name one of their ids, ${ids}.`);
  }
  for (const text of files.filter(({ id }) => fileIdOfExtractedText(id) === file.id))
    await context.stores.files.put({ ...text, deleted_at: context.now });
  const deletedFile = { ...file, deleted_at: context.now };
  await context.stores.files.put(deletedFile);
  return toolSuccess(`Deleted “${file.name}”.`, {
    output: { id: file.id, name: file.name, size: file.size },
    written: [{ store: 'files', id: file.id, change: 'deleted', hash: contentHash(deletedFile) }],
  });
}

/** Returns one line about a file, for the model. */
function fileLine({ name, size, source, created_at }: SessionFile, zone: string): string {
  const facts = [`“${name}”`, formatByteSize(size), timeTextForModel(created_at, zone)];
  return [...facts, ...(source === null ? [] : [`from ${source}`])].join(', ');
}

type Appended = Result<string, string>;

/**
 * Returns the text of a file with content added at its end, on a new line, or as prose goes on. For a JSON list the content becomes further
 * items; for a CSV file, rows given as objects go under its columns, so that the file keeps its format.
 */
function appendedContent({ name, mime, content: before }: SessionFile, given: Json): Appended {
  const content = rowsWrittenAsJson(name, given);
  if (before.trim() === '') return { ok: true, value: before + newFileText(name, content) };
  const presentValue = /\.json$/i.test(name) ? parseJsonWithExactIntegers(before) : undefined;
  if (presentValue !== undefined) return withItems(name, presentValue, content);
  if (officeFormatOfName(name) === 'xlsx') {
    const isMarkdown = tablesFromMarkdown(before).length > 0;
    if (
      isMarkdown ? typeof content !== 'string' : typeof content === 'string' && tablesFromMarkdown(content).length > 0
    )
      return {
        ok: false,
        error: `“${name}” holds ${isMarkdown ? 'Markdown: add a table in Markdown' : 'CSV: add rows of CSV'}, or write it anew, all of it as Markdown with a heading and a table for each sheet`,
      };
  }
  if (isCsv({ name, mime }) && typeof content !== 'string') return withRows(name, before, content);
  const more = newFileText(name, content);
  return {
    ok: true,
    value: isProse(name) ? before + jointOfProse(name, before, more) + more : onNewLine(before, more),
  };
}

function withItems(name: string, presentValue: Json, content: Json): Appended {
  const more = typeof content === 'string' ? parseJsonWithExactIntegers(content) : content;
  if (!Array.isArray(presentValue))
    return {
      ok: false,
      error: `“${name}” holds JSON that is no list, so nothing can be added at its end: write it anew`,
    };
  if (more === undefined)
    return { ok: false, error: `“${name}” holds a JSON list: what is added to it must be JSON, too` };
  return { ok: true, value: newFileText(name, [...presentValue, ...(Array.isArray(more) ? more : [more])]) };
}

function withRows(name: string, before: string, content: Json): Appended {
  const {
    rows: [head = []],
  } = csvTable(before);
  const columns = head.map((column) => column.trim());
  const unknown = columnNamesOfRows(content).filter((column) => !columns.includes(column));
  if (unknown.length > 0)
    return { ok: false, error: `“${name}” has the columns ${columns.join(', ')}, but not ${unknown.join(', ')}` };
  return { ok: true, value: onNewLine(before, csvText(cellRowsOfValue(content, columns), csvFormatOfText(before))) };
}

function onNewLine(before: string, more: string): string {
  return before + (/[\r\n]$/.test(before) || /^[\r\n]/.test(more) ? '' : '\n') + more;
}
