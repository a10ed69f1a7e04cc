import * as z from 'zod';

/** A file of a session: produced by a tool, or the whole of a large tool result (an artifact). */
export const SessionFile = z.object({
  id: z.string(),
  session_id: z.string(),
  name: z.string(),
  mime: z.string(),
  /** Bytes of the content as UTF-8; of an added file that is no text, its own. */
  size: z.number(),
  content: z.string(),
  kind: z.enum(['artifact', 'file']),
  /** Where it came from, such as an address. */
  source: z.string().nullable(),
  /** The person has added it; nothing has been written over it. */
  added: z.boolean().exactOptional(),
  /** When its present content was written. */
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type SessionFile = z.infer<typeof SessionFile>;

/** A file as it is listed: without its content, which is stored beside it. */
export const FileHead = SessionFile.omit({ content: true });
export type FileHead = z.infer<typeof FileHead>;

/** Whether a stored content stands for bytes that are no text, which are kept as a `data:` address. */
export function holdsBytes(content: string): boolean {
  return /^data:[^,]*;base64,/.test(content);
}

/** The id under which the text of a file is kept that is itself no text, such as a PDF. */
export const textIdOf = (id: string): string => `${id}_text`;

/** What of a file can be read as text: the file itself, or the text that is kept of it; null where there is none. */
export function textOfFile(files: readonly SessionFile[], file: SessionFile): SessionFile | null {
  if (!holdsBytes(file.content)) return file;
  return files.find(({ id }) => id === textIdOf(file.id)) ?? null;
}

/** A size for the model, such as `812 bytes` or `1.2 MB`. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [figure, unit] = bytes < 999_950 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${Number(figure.toFixed(1))} ${unit}`;
}
