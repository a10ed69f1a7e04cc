import type { SessionFile } from '../domain/session-file.ts';
import { toolFailure, type ToolResult } from '../domain/tool-result.ts';

/** The answer for a file that holds bytes of which no text is known. */
export function unreadableFile({ name, mime }: SessionFile): ToolResult {
  const why =
    mime === 'application/pdf'
      ? 'is a PDF in which no text was found: a scan, a protected or a damaged one'
      : `is of type ${mime}`;
  return toolFailure('unsupported', `“${name}” ${why}, so it cannot be read or added to here.`);
}
