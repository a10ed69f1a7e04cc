import { contentHash } from '../domain/content-hash.ts';
import type { SessionFile } from '../domain/session-file.ts';
import { textIdOf, textOfFile } from '../domain/text-of-file.ts';
import { toolFailure, toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { appendedContent } from './appended-content.ts';
import { fileKey } from '../domain/file-key.ts';
import { fileLine } from './file-line.ts';
import { fileLines } from './file-lines.ts';
import { fileRange } from './file-range.ts';
import { filesInput, type FilesInput } from './files-input.ts';
import { findFile } from './find-file.ts';
import { freeAccess } from './free-access.ts';
import { holdsBytes } from '../domain/holds-bytes.ts';
import { missingFile } from './missing-file.ts';
import { saveText } from './save-text.ts';
import type { Tool } from './tool.ts';
import { unreadableFile } from './unreadable-file.ts';
import { writtenContent } from './written-content.ts';

const mostListed = 50;
const longestRead = 4000;

/**
 * The text files of the session at hand (R9.7); no other place can be reached. A name stands for one file, however often
 * it is written. Deleting asks first, and what was deleted can come back.
 */
export const filesTool: Tool<typeof filesInput> = {
  name: 'files',
  description:
    'Files for the person, such as a report or a table: write one (a present one is replaced), append to its end on a new line, read, list or delete it. Text only.',
  input: filesInput,
  verbatim: ['content'],
  place: 'local',
  reads: ({ action }) => action === 'read' || action === 'list',
  access: ({ action, name }) =>
    action === 'delete' ? { ...freeAccess, rule: 'always_ask', subject: `“${name ?? ''}”` } : freeAccess,
  run: async (input, context) => {
    if (input.action === 'write' || input.action === 'append') return write(input, context);
    const files = await context.stores.files.all();
    switch (input.action) {
      case 'read':
        return read(input, files);
      case 'list':
        return list(input, files, context.zone);
      case 'delete':
        return remove(input, files, context);
    }
  },
};

const isWritten = ({ kind }: SessionFile) => kind === 'file';

function write({ action, name = '', content = '' }: FilesInput, context: LocalContext): Promise<ToolResult> {
  if (action === 'write') return saveText(name, writtenContent(name, content), context);
  const added = (held: SessionFile | undefined): string | ToolResult => {
    if (!held) return writtenContent(name, content);
    if (holdsBytes(held.content)) return unreadableFile(held);
    const made = appendedContent(name, held.content, content);
    return made.ok ? made.text : toolFailure('conflict', `Nothing was added: ${made.fault}.`);
  };
  return saveText(name, added, context, 'added');
}

/** A file that a tool kept is read, too: the model need not know which of the two has it. */
function read(input: FilesInput, files: readonly SessionFile[]): ToolResult {
  const { name = '', from = 0, length = longestRead, line, lines } = input;
  const found = findFile(files.filter(isWritten), name) ?? findFile(files, name);
  if (!found) return missingFile(files, name);
  const file = textOfFile(files, found);
  if (!file) return unreadableFile(found);
  const limit = Math.min(length, longestRead);
  const text =
    line === undefined && lines === undefined
      ? fileRange(file, from, limit)
      : fileLines(file, line ?? 1, lines ?? Infinity, limit);
  return toolSuccess(text, { foreign: true, artifact: file.id });
}

const byName = new Intl.Collator('en', { numeric: true });

function list({ show = 'files', from = 0 }: FilesInput, files: readonly SessionFile[], zone: string): ToolResult {
  const kept = files.filter((file) => !isWritten(file)).length;
  const chosen = files
    .filter((file) => show === 'all' || isWritten(file) === (show === 'files'))
    .sort((a, b) => byName.compare(a.name, b.name));
  const note = show === 'files' && kept > 0 ? `\n${kept} more kept from tools: list with show kept.` : '';
  const kind = show === 'kept' ? 'kept from tools' : show === 'all' ? 'in all' : 'here';
  if (chosen.length === 0) return toolSuccess(`There are no files ${kind}.${note}`, { output: [] });
  const shown = chosen.slice(Math.floor(from), Math.floor(from) + mostListed);
  const until = Math.floor(from) + shown.length;
  const rest = until < chosen.length ? `\nand ${chosen.length - until} more: list with from ${until}` : '';
  const count = chosen.length === 1 ? '1 file' : `${chosen.length} files`;
  return toolSuccess(`${count} ${kind}:\n${shown.map((file) => fileLine(file, zone)).join('\n')}${rest}${note}`, {
    output: shown.map(({ name, size, mime, created_at }) => ({ name, size, mime, written: created_at })),
  });
}

async function remove(
  { name = '' }: FilesInput,
  files: readonly SessionFile[],
  context: LocalContext,
): Promise<ToolResult> {
  const written = files.filter(isWritten);
  const file = findFile(written, name);
  if (!file && findFile(files, name))
    return toolFailure('unsupported', `“${name}” was kept from a tool, as part of the record; it cannot be deleted.`);
  if (!file) return missingFile(written, name);
  const same = written.filter((other) => fileKey(other.name) === fileKey(name));
  if (same.length > 1) {
    const ids = same.map(({ id }) => id).join(', ');
    return toolFailure(
      'conflict',
      `Several files have the name “${file.name}”: give as name one of their ids, ${ids}.`,
    );
  }
  const text = files.find(({ id }) => id === textIdOf(file.id));
  if (text) await context.stores.files.put({ ...text, deleted_at: context.now });
  const deleted = { ...file, deleted_at: context.now };
  await context.stores.files.put(deleted);
  return toolSuccess(`Deleted “${file.name}”.`, {
    output: { id: file.id, name: file.name, size: file.size },
    written: [{ store: 'files', id: file.id, change: 'deleted', hash: contentHash(deleted) }],
  });
}
