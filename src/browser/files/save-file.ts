import { bytesFromDataUrl } from '../../records/mime-of-name.ts';

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
  saveFile(name, contentBlob(mime, content));
}

/** Returns the bytes of a stored file's content: binary content is stored as a base64 `data:` URL. */
export function contentBlob(mime: string, content: string): Blob {
  const isBytes = /^data:[^,]*;base64,[A-Za-z0-9+/=]*$/.test(content);
  return new Blob([isBytes ? bytesFromDataUrl(content) : content], { type: mime });
}
