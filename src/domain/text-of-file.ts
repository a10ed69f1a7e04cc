import { holdsBytes } from './holds-bytes.ts';
import type { SessionFile } from './session-file.ts';

/** The id under which the text of a file is kept that is itself no text, such as a PDF. */
export const textIdOf = (id: string): string => `${id}_text`;

/** What of a file can be read as text: the file itself, or the text that is kept of it; null where there is none. */
export function textOfFile(files: readonly SessionFile[], file: SessionFile): SessionFile | null {
  if (!holdsBytes(file.content)) return file;
  return files.find(({ id }) => id === textIdOf(file.id)) ?? null;
}
