import { bytesOfDataUrl } from '../../records/mime-of-name.ts';

const keptFor = 60_000;

/** Saves a file through the browser's download, under `name`. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

/** Saves a stored file's content through the browser's download. */
export function saveContent(name: string, mime: string, content: string): void {
  saveFile(name, contentBlob(mime, withByteOrderMark(name, content)));
}

/**
 * Returns the content of a table with letters beyond ASCII with a byte order mark, without which spreadsheet programs
 * read such letters as others; any other content unchanged.
 */
export function withByteOrderMark(name: string, content: string): string {
  const needs = /\.(csv|tsv|tab)$/i.test(name) && /\P{ASCII}/u.test(content) && !content.startsWith('\ufeff');
  return needs ? `\ufeff${content}` : content;
}

/** Returns the bytes of a stored file's content: binary content is stored as a base64 `data:` URL. */
export function contentBlob(mime: string, content: string): Blob {
  const isBytes = /^data:[^,]*;base64,[A-Za-z0-9+/=]*$/.test(content);
  return new Blob([isBytes ? bytesOfDataUrl(content) : content], { type: mime });
}
