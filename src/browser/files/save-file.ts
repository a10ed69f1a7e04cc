import { bytesOfDataUrl } from '../../domain/files/mime-of-name.ts';

const keptFor = 60_000;

/** Hands the person a file: the browser saves it under `name`, in its own way. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

/** The bytes of a stored file's content: what is not text is kept as a base64 `data:` address. */
export function contentBlob(mime: string, content: string): Blob {
  const isBytes = /^data:[^,]*;base64,[A-Za-z0-9+/=]*$/.test(content);
  return new Blob([isBytes ? bytesOfDataUrl(content) : content], { type: mime });
}
