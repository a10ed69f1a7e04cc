import { bytesOfDataUrl } from '../domain/data-url.ts';

/** The bytes of a stored file's content: what is not text is kept as a base64 `data:` address. */
export function contentBlob(mime: string, content: string): Blob {
  const isBytes = /^data:[^,]*;base64,[A-Za-z0-9+/=]*$/.test(content);
  return new Blob([isBytes ? bytesOfDataUrl(content) : content], { type: mime });
}
