import { type SessionFile, readableFileOf, sheetFilesOf } from '../../records/session-file.ts';
import { fileNameCollisionKey } from '../../records/file-name.ts';
import { officeProgramOfFile, unreadableKind, type UnreadableKind } from '../../records/unreadable-kind.ts';
import type { Result } from '../../values/result.ts';
import { isRowId } from '../../values/row-id.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';

/** Returns the file with this id, else the newest with this name. */
export function findFile(files: readonly SessionFile[], idOrName: string): SessionFile | undefined {
  const byId = files.find((file) => file.id === idOrName);
  if (byId) return byId;
  const sameNameFiles = files.filter((file) => fileNameCollisionKey(file.name) === fileNameCollisionKey(idOrName));
  return sameNameFiles.reduce<SessionFile | undefined>(
    (newest, file) => (newest && newest.created_at >= file.created_at ? newest : file),
    undefined,
  );
}

/** Returns the result for a missing file, with the names of those that exist. */
export function missingFileResult(files: readonly SessionFile[], idOrName: string): ToolResult {
  const names = [...new Set(files.map((file) => `“${file.name}”`))].slice(-20);
  const fileNamesSentence = names.length > 0 ? `The files are: ${names.join(', ')}.` : 'It has no files yet.';
  return toolError('not_found', `This session has no file “${idOrName}”. ${fileNamesSentence}`, {
    cause: { failure: 'missing_file', name: isRowId(idOrName) ? '' : idOrName },
  });
}

const kinds: Readonly<Record<UnreadableKind, string>> = {
  word: 'a Word file',
  excel: 'an Excel file',
  powerpoint: 'a PowerPoint file',
  document: 'a document in a format of its own',
  archive: 'an archive',
  other: 'a binary file',
};

/**
 * Returns the file with the text or the rows of a requested one: itself, its extracted text, or the only sheet of a
 * workbook; or else the result that says why there is none.
 */
export function fileWithRows(
  files: readonly SessionFile[],
  requestedFile: SessionFile,
): Result<SessionFile, ToolResult> {
  const sheets = sheetFilesOf(files, requestedFile);
  if (sheets.length > 1) {
    const names = sheets.map(({ name }) => `“${name}”`).join(', ');
    const text = `“${requestedFile.name}” is a workbook whose sheets are files of their own: ${names}. Name those that you need.`;
    const cause = { failure: 'many_sheets', name: requestedFile.name } as const;
    return { ok: false, error: toolError('conflict', text, { cause }) };
  }
  const file = sheets[0] ?? readableFileOf(files, requestedFile);
  return file ? { ok: true, value: file } : { ok: false, error: unreadableFileResult(requestedFile) };
}

/** Returns the result for a binary file without extracted text. */
export function unreadableFileResult({ name, mime }: SessionFile): ToolResult {
  const isPdf = mime === 'application/pdf';
  const office = officeProgramOfFile({ name, mime });
  const kind = office ?? unreadableKind({ name, mime });
  const why = isPdf
    ? 'is a PDF in which no text was found: a scan, a protected or a damaged one'
    : office
      ? `is ${kinds[office]} without text, or a protected or damaged one`
      : kind
        ? `is ${kinds[kind]} (${mime})`
        : `is of type ${mime}`;
  const see = kind === null ? ' To see it, call look.' : '';
  const failure = isPdf ? 'unreadable_pdf' : kind ? (`unreadable_${kind}` as const) : 'unreadable_image';
  return toolError('unsupported', `“${name}” ${why}, so it cannot be read or added to here.${see}`, {
    cause: { failure, name },
  });
}
