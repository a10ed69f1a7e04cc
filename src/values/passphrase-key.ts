import { bytesOfBase64 } from './base64.ts';

/** The number of PBKDF2 rounds for a newly set passphrase. */
export const passphraseRounds = 600_000;

/**
 * Derives an AES-GCM key from a passphrase by PBKDF2; it cannot be exported. `salt` is base64, and `rounds` the number
 * used when the passphrase was set.
 */
export async function deriveKeyFromPassphrase(
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
