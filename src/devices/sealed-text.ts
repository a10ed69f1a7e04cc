import { base64Of, bytesOfBase64 } from '../values/base64.ts';

/** Encrypts bytes; returns IV and ciphertext as one text. The text can be decrypted only with the same `about`. */
export async function encryptBytes(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>, about: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(about) }, key, bytes);
  return `${base64Of(iv)}.${base64Of(new Uint8Array(data))}`;
}

/** Returns the bytes; null if the text was altered, or was encrypted with another `about`. */
export async function decryptBytes(
  key: CryptoKey,
  text: string,
  about: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [iv = '', data = ''] = text.split('.');
  try {
    const parameters = { name: 'AES-GCM', iv: bytesOfBase64(iv), additionalData: utf8(about) };
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, bytesOfBase64(data)));
  } catch {
    return null;
  }
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
