import * as z from 'zod/mini';
import { isBase64DataUrl } from '../values/holds-bytes.ts';

/**
 * A file of a session: written by a tool, added by the person, or the full text of a large tool result (an artifact).
 */
export const SessionFile = z.object({
  id: z.string(),
  session_id: z.string(),
  name: z.string(),
  mime: z.string(),
  /** Size in bytes: of the content as UTF-8, or of an added binary file itself. */
  size: z.number(),
  content: z.string(),
  /** The added file itself as a `data:` URL, if the content is a text whose UTF-8 is not the same bytes. */
  original: z.exactOptional(z.string()),
  kind: z.enum(['artifact', 'file']),
  /** The origin of the content, such as an address. */
  source: z.nullable(z.string()),
  /** True if the person added the file and it has not been overwritten. */
  added: z.exactOptional(z.boolean()),
  /** True if a tool wrote it and text from outside may be in it. */
  foreign: z.exactOptional(z.boolean()),
  /** The task and the step that drew it as a chart, if it has not been overwritten. */
  drawn_by: z.exactOptional(z.object({ run: z.string(), step: z.string() })),
  /** When the current content was written, ISO 8601. */
  created_at: z.string(),
  deleted_at: z.nullable(z.string()),
});
export type SessionFile = z.infer<typeof SessionFile>;

/** The size of the largest file that is read or stored, in bytes. */
export const maxFileBytes = 5 * 1024 * 1024;

/** A file as a tool returns it, before a session has it. */
export type NewFile = Pick<SessionFile, 'name' | 'mime' | 'content' | 'kind' | 'source'>;

/** The content of a file, which is stored separately. */
export type FileContent = Pick<SessionFile, 'id' | 'content' | 'original'>;

/** A file in a list: without its content. */
export const FileMetadata = z.omit(SessionFile, { content: true, original: true });
export type FileMetadata = z.infer<typeof FileMetadata>;

/**
 * A file as requests to a model tell of it; `text_size`: the size in bytes of the text that was read out of it;
 * `textless`: no text could be read out of it yet, so that no tool can read it.
 */
export type ListedFile = Pick<SessionFile, 'id' | 'name' | 'mime' | 'size' | 'added' | 'created_at'> & {
  text_size?: number;
  textless?: boolean;
};

/** Returns a file's parts as they are stored. */
export function splitSessionFile({ content, original, ...head }: SessionFile): [FileMetadata, FileContent] {
  return [head, { id: head.id, content, ...(original !== undefined && { original }) }];
}

/** The size of stored content in bytes: of the text as UTF-8, or of the binary file itself. */
export function contentSize(content: string): number {
  if (!isBase64DataUrl(content)) return new TextEncoder().encode(content).length;
  const base64 = content.length - content.indexOf(',') - 1;
  return (base64 * 3) / 4 - (content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0);
}

/** Returns a new file as the session has it; `at` is the time of its content, ISO 8601. */
export function newSessionFile(
  file: NewFile,
  { id, session, at }: { id: string; session: string; at: string },
): SessionFile {
  return { ...file, id, session_id: session, size: contentSize(file.content), created_at: at, deleted_at: null };
}

/**
 * The id under which the extracted text of a binary file, such as a PDF, is stored. Those of a workbook's sheets begin
 * with it, and end with their numbers.
 */
export const idOfExtractedText = (id: string): string => `${id}_text`;

/** The file to read as text: the file itself, or its extracted text; null if there is neither. */
export function readableFileOf(files: readonly SessionFile[], file: SessionFile): SessionFile | null {
  if (!isBase64DataUrl(file.content)) return file;
  return files.find(({ id }) => id === idOfExtractedText(file.id)) ?? null;
}

/** The id of the file whose extracted text, or one of whose sheets, has this id; null if it has the id of no such. */
export const fileIdOfExtractedText = (id: string): string | null => /^(.+)_text(?:_\d+)?$/.exec(id)?.[1] ?? null;

/** The files with the cells of a workbook's sheets, if there are several. */
export function sheetFilesOf<T extends FileMetadata>(files: readonly T[], { id }: Pick<FileMetadata, 'id'>): T[] {
  const text = idOfExtractedText(id);
  return files.filter((file) => file.id !== text && fileIdOfExtractedText(file.id) === id);
}

/** A size for the model, such as `812 bytes` or `1.2 MB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [figure, unit] = bytes < 999_950 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${Number(figure.toFixed(1))} ${unit}`;
}
