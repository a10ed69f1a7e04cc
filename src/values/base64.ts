/** Encodes bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}

/** Decodes base64; throws if the text is invalid. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Encodes bytes as URL-safe base64 without padding. */
export function base64UrlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes URL-safe base64; throws if the text is invalid. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
