/** Bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters);
}

/** The bytes of base64; throws where it is none. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Bytes as base64 that an address may hold. */
export function base64UrlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of `base64UrlOf`; throws where it is none. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
