import { contentHash } from '../../values/content-hash.ts';
import { unusedFileName, fileNameCollisionKey } from '../../records/file-name.ts';
import { mimeTypeOfWrittenFile } from '../../records/mime-of-name.ts';
import { type SessionFile, formatByteSize, maxFileBytes } from '../../records/session-file.ts';
import { isMuchShorter } from '../../task/writes.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { officeFormatOfName } from '../../records/written-office.ts';
import { openColumns } from '../../records/written-cell.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { findFile } from './find-file.ts';
import { splitLines } from './file-lines.ts';
import { localTimeText } from '../parse-time.ts';

/**
 * Writes a text file for the person and replaces a file of the same name. If the person had added that file, a copy of
 * it is saved beside it; if another step had written it and the new text leaves out some of it, one goes into the bin.
 * A text that leaves out by a placeholder what the file holds is refused once in a step. `textSource` is the text, or a function of the present file that returns the text or the reason to write
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
  const placeholder = presentFile && writeKind === 'replaced' ? placeholderIn(text, presentFile) : null;
  if (placeholder !== null && !context.stepResults?.some((result) => result.text.startsWith(leavesOut)))
    return toolError(
      'conflict',
      `${leavesOut} “${placeholder}”. Write the whole text of “${name}”, with what is to stay, or the new part under another name.`,
    );
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
      : presentFile && isLossy(presentFile, text, context)
        ? {
            ...presentFile,
            id: context.newId('file'),
            name: name.replace(ending, `${markOfEarlier[context.language](savedAt(presentFile, context.zone))}$1`),
            deleted_at: context.now,
          }
        : null;
  const rows = copy ? [file, copy] : [file];
  for (const row of rows) await context.stores.files.put(row);
  const copyNote =
    copy === null
      ? ''
      : copy.deleted_at === null
        ? ` What the person had added is kept as “${copy.name}”.`
        : ' The version before is in the person’s bin.';
  const isShort = presentFile !== undefined && isMuchShorter(presentFile.size, size);
  const shortNote = isShort ? ' It is much shorter than before: if parts are left out, write them, too.' : '';
  const openNote = officeFormatOfName(name) === 'xlsx' ? openNumbersNote(text) : '';
  return toolSuccess(doneText(writeKind, file, presentFile) + shortNote + copyNote + openNote, {
    output: { id: file.id, name, size, ...(isShort && { before: presentFile.size }) },
    written: rows.map((row) => ({
      store: 'files' as const,
      id: row.id,
      change: row.deleted_at === null ? ('put' as const) : ('deleted' as const),
      hash: contentHash(row),
      ...(row === copy && { copy: true as const }),
      ...(row === file && presentFile && { before: presentFile.size }),
    })),
  });
}

const leavesOut = 'Nothing was written: this line stands for text that it leaves out:';
const markBefore = String.raw`^[\s>*_\-–/#(<{!]*(?:\[|\(|\.{3}|…|//|/\*|#|<!--|\{/\*|（|【|［)[\s*_.…\-–]*`;
const markAfter = String.raw`[\s*_.…\-–。）】］)\]}>/]*$`;
/** Lines that stand for a part of a text, such as “[… the rest of the chapter remains unchanged …]”. */
const placeholders = [
  String.raw`${markBefore}(?:the )?(?:rest|remainder|remaining (?:text|code|parts?|sections?|chapters?|content|lines))(?: of (?:the |this )?[\p{L} -]{1,30}?)?(?: (?:remains?|stays?|is|are))?(?: (?:unchanged|the same|as before|as it was|as is))${markAfter}`,
  String.raw`${markBefore}(?:existing|previous|unchanged) (?:code|text|content|sections?)(?: (?:here|unchanged|remains?(?: unchanged)?|stays the same))?${markAfter}`,
  String.raw`${markBefore}[（【［\[(]?(?:其余|其他|其它|剩余|余下|后面|以下)的?(?:部分|内容|代码|章节|文字|正文|段落)?(?:均|都|皆|全部)?(?:保持)?(?:不变|未改|未变|同上|与?原文(?:相同|一致))${markAfter}`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** Returns the line by which a text leaves out what a longer file holds; null if it has none, or the file has it too. */
function placeholderIn(text: string, { content }: SessionFile): string | null {
  if (text.length >= content.length) return null;
  const line = text.split('\n').find((each) => each.length <= 120 && placeholders.some((form) => form.test(each)));
  return line === undefined || content.includes(line) ? null : line.trim();
}

/** The largest file that is kept in the bin as an earlier version, in bytes. */
const largestKept = 1024 * 1024;

/**
 * True if a new text leaves out some of what the file holds and an earlier step or task wrote: pictures that are drawn
 * anew, and what this step wrote itself, are not kept.
 */
function isLossy({ id, content, size, drawn_by }: SessionFile, text: string, context: LocalToolContext): boolean {
  const isOwn = context.stepResults?.some(({ written }) =>
    written.some((row) => row.id === id && row.change === 'put'),
  );
  return !isOwn && drawn_by === undefined && size <= largestKept && !text.includes(content.trim());
}

function openNumbersNote(text: string): string {
  const [column, ...others] = openColumns(text);
  if (!column) return '';
  const more = others.length === 0 ? '' : ` (and in ${others.length} more)`;
  return ` The numbers in the column “${column.name}”${more} stay text, since “${column.cell}” could be either of two: write thousands without a separator.`;
}

const markOfCopy = { en: ' (as added)', zh: '（原件）' };
const markOfEarlier = {
  en: (time: string) => ` (earlier version, ${time})`,
  zh: (time: string) => `（旧版 ${time}）`,
};
/** The time at which a file was written, as a name can hold it. */
const savedAt = ({ created_at }: SessionFile, zone: string) =>
  localTimeText(Date.parse(created_at), zone).replace('T', ' ').replace(':', '.');
const ending = /(?<=[^/])(\.\w{1,8})?$/;

function nameOfCopy(name: string, files: readonly SessionFile[], language: 'en' | 'zh'): string {
  const names = files.map((file) => file.name);
  return unusedFileName(name.replace(ending, `${markOfCopy[language]}$1`), names);
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
