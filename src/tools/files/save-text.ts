import { contentHash } from '../../values/content-hash.ts';
import { unusedFileName, fileNameCollisionKey } from '../../records/file-name.ts';
import { mimeTypeOfWrittenFile } from '../../records/mime-of-name.ts';
import { type SessionFile, formatByteSize, maxFileBytes } from '../../records/session-file.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { officeFormatOfName } from '../../records/written-office.ts';
import { openColumns } from '../../records/written-cell.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { findFile } from './find-file.ts';
import { splitLines } from './file-lines.ts';

/**
 * Writes a text file for the person and replaces a file of the same name; if the person had added that file, a copy of
 * it is saved. `textSource` is the text, or a function of the present file that returns the text or the reason to write
 * nothing.
 */
export async function saveText(
  name: string,
  textSource: string | ((held: SessionFile | undefined) => string | ToolResult),
  context: LocalToolContext,
  writeKind: 'replaced' | 'added' = 'replaced',
  more: Pick<SessionFile, 'drawn_by'> = {},
): Promise<ToolResult> {
  const files = (await context.stores.files.all()).filter(({ kind }) => kind === 'file');
  const presentFile = findFile(
    files.filter((file) => file.name.normalize('NFC') === name),
    name,
  );
  const clash = presentFile ? null : nameClash(files, name);
  if (clash !== null) return toolError('conflict', `Nothing was written: ${clash}. Choose another name.`);
  if (presentFile && officeFormatOfName(name) && isBase64DataUrl(presentFile.content))
    return toolError(
      'conflict',
      `Nothing was written: “${name}” is the person’s own file, of which only the text can be read. Choose another name, such as “${unusedFileName(
        name,
        files.map((file) => file.name),
      )}”.`,
    );
  const text = typeof textSource === 'string' ? textSource : textSource(presentFile);
  if (typeof text !== 'string') return text;
  const size = new TextEncoder().encode(text).length;
  if (size > maxFileBytes)
    return toolError(
      'too_large',
      `Nothing was written: “${name}” would have ${size.toLocaleString('en')} bytes, and a file may have 5 MB at most. Spread it over several files.`,
    );
  const file: SessionFile = {
    id: presentFile?.id ?? context.newId('file'),
    session_id: context.sessionId,
    name,
    mime: mimeTypeOfWrittenFile(name, text),
    size,
    content: text,
    kind: 'file',
    source: null,
    ...more,
    ...((context.tainted || (writeKind === 'added' && presentFile?.foreign)) && { foreign: true }),
    created_at: context.now,
    deleted_at: null,
  };
  const copy =
    presentFile?.added === true
      ? { ...presentFile, id: context.newId('file'), name: nameOfCopy(name, files, context.language) }
      : null;
  const rows = copy ? [file, copy] : [file];
  for (const row of rows) await context.stores.files.put(row);
  const copyNote = copy ? ` What the person had added is kept as “${copy.name}”.` : '';
  const openNote = officeFormatOfName(name) === 'xlsx' ? openNumbersNote(text) : '';
  return toolSuccess(doneText(writeKind, file, presentFile) + copyNote + openNote, {
    output: { id: file.id, name, size },
    written: rows.map((row) => ({
      store: 'files' as const,
      id: row.id,
      change: 'put' as const,
      hash: contentHash(row),
      ...(row === copy && { copy: true as const }),
    })),
  });
}

function openNumbersNote(text: string): string {
  const [column, ...others] = openColumns(text);
  if (!column) return '';
  const more = others.length === 0 ? '' : ` (and in ${others.length} more)`;
  return ` The numbers in the column “${column.name}”${more} stay text, since “${column.cell}” could be either of two: write thousands without a separator.`;
}

const markOfCopy = { en: ' (as added)', zh: '（原件）' };

function nameOfCopy(name: string, files: readonly SessionFile[], language: 'en' | 'zh'): string {
  const names = files.map((file) => file.name);
  return unusedFileName(name.replace(/(?<=[^/])(\.\w{1,8})?$/, `${markOfCopy[language]}$1`), names);
}

function doneText(
  writeKind: 'replaced' | 'added',
  { name, size, content }: SessionFile,
  presentFile?: SessionFile,
): string {
  const lines = splitLines(content).length;
  const now = `${formatByteSize(size)}, ${lines === 1 ? '1 line' : `${lines} lines`}`;
  if (!presentFile) return `Wrote the new file “${name}” (${now}).`;
  if (writeKind === 'added') return `Added to “${name}” (now ${now}).`;
  return `Replaced the content of “${name}” (now ${now}; ${formatByteSize(presentFile.size)} before).`;
}

/**
 * Returns why a new file cannot have this name beside the existing ones, or null: some systems could not store both.
 */
function nameClash(files: readonly SessionFile[], name: string): string | null {
  const key = fileNameCollisionKey(name);
  for (const { name: other } of files) {
    const otherKey = fileNameCollisionKey(other);
    if (otherKey === key) return `there is “${other}” already, which differs in upper and lower case only`;
    if (otherKey.startsWith(`${key}/`)) return `“${name}” is a folder that holds “${other}”`;
    if (key.startsWith(`${otherKey}/`)) return `“${other}” is a file, so it cannot hold “${name}”`;
  }
  return null;
}
