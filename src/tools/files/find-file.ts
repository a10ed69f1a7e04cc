import type { SessionFile } from '../../records/session-file.ts';
import { fileKey } from '../../records/file-name.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';

/** Returns the file with this id, else the newest with this name. */
export function findFile(files: readonly SessionFile[], wanted: string): SessionFile | undefined {
  const byId = files.find((file) => file.id === wanted);
  if (byId) return byId;
  const named = files.filter((file) => fileKey(file.name) === fileKey(wanted));
  return named.reduce<SessionFile | undefined>(
    (newest, file) => (newest && newest.created_at >= file.created_at ? newest : file),
    undefined,
  );
}

/** Returns the result for a missing file, with the names of those that exist. */
export function missingFile(files: readonly SessionFile[], wanted: string): ToolResult {
  const names = [...new Set(files.map((file) => `“${file.name}”`))].slice(-20);
  const known = names.length > 0 ? `The files are: ${names.join(', ')}.` : 'It has no files yet.';
  return toolError('not_found', `This session has no file “${wanted}”. ${known}`);
}

/** Returns the result for a binary file without extracted text. */
export function unreadableFile({ name, mime }: SessionFile): ToolResult {
  const why =
    mime === 'application/pdf'
      ? 'is a PDF in which no text was found: a scan, a protected or a damaged one'
      : `is of type ${mime}`;
  const see = mime === 'application/pdf' || mime.startsWith('image/') ? ' To see it, call look.' : '';
  return toolError('unsupported', `“${name}” ${why}, so it cannot be read or added to here.${see}`);
}
