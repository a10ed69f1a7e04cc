import type { SessionFile } from '../domain/session-file.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';

/** The answer for a file that is not there, with those that are. */
export function missingFile(files: readonly SessionFile[], wanted: string): ToolResult {
  const names = [...new Set(files.map((file) => `“${file.name}”`))].slice(-20);
  const known = names.length > 0 ? `The files are: ${names.join(', ')}.` : 'It has no files yet.';
  return toolFailure('not_found', `This session has no file “${wanted}”. ${known}`);
}
