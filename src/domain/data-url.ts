/** Bytes as text: files of a session hold text, so what is none is kept as a `data:` address. */
export function dataUrl(mime: string, bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:${mime};base64,${btoa(binary)}`;
}

/** The bytes of a base64 `data:` address. */
export function bytesOfDataUrl(address: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
}
