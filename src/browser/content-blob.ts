/** The bytes of a stored file's content: what is not text is kept as a base64 `data:` address. */
export function contentBlob(mime: string, content: string): Blob {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/=]*)$/.exec(content)?.[1];
  if (encoded === undefined) return new Blob([content], { type: mime });
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: mime });
}
