import { bytesOfBase64 } from './base64.ts';

/** The rounds of PBKDF2 for a passphrase that is set now. */
export const passphraseRounds = 600_000;

/**
 * The AES-GCM key that a passphrase leads to, by PBKDF2; it cannot be exported. `salt` is base64, and `rounds` as when
 * the passphrase was set.
 */
export async function passphraseKey(
  subtle: SubtleCrypto,
  passphrase: string,
  { salt, rounds }: { salt: string; rounds: number },
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOfBase64(salt), iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
