import { type FileMetadata, idOfExtractedText, type ListedFile, type SessionFile } from './session-file.ts';

/** Kinds of binary files that no tool can read. */
export type UnreadableKind = 'word' | 'excel' | 'powerpoint' | 'document' | 'archive' | 'other';

const endings: readonly [kind: UnreadableKind, ending: RegExp][] = [
  ['word', /\.(?:doc|dot)$/i],
  ['excel', /\.(?:xls|xlt|xlsb)$/i],
  ['powerpoint', /\.(?:ppt|pot|pps)[xm]?$/i],
  ['document', /\.(?:rtf|od[tspg]|pages|numbers|key|epub|mobi|azw3?|wps|et|dps)$/i],
  ['archive', /\.(?:zip|gz|tgz|tar|bz2|xz|7z|rar)$/i],
];

const readable = /^(?:text\/|image\/)|\/pdf$|[/+](?:json|xml|yaml|javascript|x-ndjson)$/i;
const readableEnding = /\.(?:pdf|png|jpe?g|gif|webp|avif|bmp|ico|hei[cf]|tiff?)$/i;

const officeTypes = {
  word: /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word\..*macroenabled)/i,
  excel:
    /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel\.(?:sheet|template)\.macroenabled)/i,
};

/** Returns which of the programs whose files Cairn reads, since 2007, a file is of; null if of neither. */
export function officeProgramOfFile({ name, mime }: Pick<SessionFile, 'name' | 'mime'>): 'word' | 'excel' | null {
  if (officeTypes.word.test(mime) || /\.do[ct][xm]$/i.test(name)) return 'word';
  return officeTypes.excel.test(mime) || /\.xl[st][xm]$/i.test(name) ? 'excel' : null;
}

/**
 * True if a file is of Word or Excel and none of the session's files is its text: it is protected, damaged, or still
 * being read.
 */
export function isOfficeFileWithoutText(files: readonly FileMetadata[], file: FileMetadata): boolean {
  const text = idOfExtractedText(file.id);
  return (
    file.kind === 'file' &&
    !file.mime.startsWith('text/') &&
    officeProgramOfFile(file) !== null &&
    !files.some(({ id }) => id === text)
  );
}

/** Returns a file as requests to a model tell of it; `files` are all of its session. */
export function listedFile(files: readonly FileMetadata[], file: FileMetadata): ListedFile {
  const { id, name, mime, size, created_at, added } = file;
  const text = files.find((other) => other.id === idOfExtractedText(id));
  return {
    ...{ id, name, mime, size, created_at },
    ...(added && { added }),
    ...(text && { text_size: text.size }),
    ...(isOfficeFileWithoutText(files, file) && { textless: true }),
  };
}

/** Returns the kind of a session's file that no tool can read or look at; null if one can. */
export function unreadableKind(file: Pick<SessionFile, 'name' | 'mime'>): UnreadableKind | null {
  const { name, mime } = file;
  if (readable.test(mime) || readableEnding.test(name) || officeProgramOfFile(file)) return null;
  return endings.find(([, ending]) => ending.test(name))?.[0] ?? 'other';
}
