import { base64Of, bytesOfBase64 } from '../values/base64.ts';
import { deriveKeyFromPassphrase, passphraseRounds } from '../values/passphrase-key.ts';
import { parseJson } from '../values/json.ts';

const mark = 'cairn';

/** Encrypted text, which can be decrypted only with the passphrase and in the context that it was encrypted for. */
export interface EncryptedText {
  iv: string;
  data: string;
}

interface Lock {
  salt: string;
  rounds: number;
  /** A known text, encrypted, to check a passphrase. */
  check: EncryptedText;
}

/**
 * Encrypts text with AES-GCM under a key derived from a passphrase by PBKDF2. The passphrase is not stored; the key is
 * in memory, not extractable, and discarded by `lock`.
 */
export class PassphraseBox {
  readonly #storage: Storage;
  readonly #name: string;
  #open: { key: CryptoKey; record: string } | null = null;

  /** The salt and the check of the passphrase are in `storage` under `name`; without them, no passphrase is set. */
  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#name = name;
  }

  /** True if the box is unlocked with the current passphrase: another tab may have set another one since. */
  get isOpen(): boolean {
    return this.#key() !== null;
  }

  /** Unlocks the box; false for a wrong passphrase. The first passphrase becomes that of the box. */
  async open(passphrase: string): Promise<boolean> {
    const record = this.#storage.getItem(this.#name);
    if (record === null) {
      const fresh = await this.#fresh(passphrase);
      this.#storage.setItem(this.#name, fresh.record);
      this.#open = fresh;
      return true;
    }
    const lock = unpacked(record);
    if (!lock) return false;
    const key = await deriveKeyFromPassphrase(crypto.subtle, passphrase, lock);
    if ((await opened(key, lock.check, this.#name)) !== mark) return false;
    this.#open = { key, record };
    return true;
  }

  /**
   * Encrypts what is stored under names with this prefix under another passphrase, all of it at once; false, with
   * nothing changed, while the box is locked. `placeOf` gives the context of a stored key.
   */
  async change(passphrase: string, prefix: string, placeOf: (id: string, baseUrl: string) => string): Promise<boolean> {
    const fresh = await this.#fresh(passphrase);
    const names = Object.keys(this.#storage);
    const resealedSecrets: [name: string, kept: string][] = [];
    for (const name of names.filter((each) => each.startsWith(prefix))) {
      const storedSecret = parseJson(this.#storage.getItem(name) ?? 'null') as {
        base_url: string;
        secret: EncryptedText | string;
      };
      if (typeof storedSecret.secret !== 'object') continue;
      const place = placeOf(name.slice(prefix.length), storedSecret.base_url);
      const text = await this.unseal(storedSecret.secret, place);
      if (text !== null)
        resealedSecrets.push([name, JSON.stringify({ ...storedSecret, secret: await sealed(fresh.key, text, place) })]);
    }
    if (!this.isOpen) return false;
    for (const [name, secretText] of [...resealedSecrets, [this.#name, fresh.record] as const])
      this.#storage.setItem(name, secretText);
    this.#open = fresh;
    return true;
  }

  lock(): void {
    this.#open = null;
  }

  /** Returns the encrypted text; null while locked. */
  async seal(text: string, place: string): Promise<EncryptedText | null> {
    const key = this.#key();
    return key && sealed(key, text, place);
  }

  /** Returns the decrypted text; null while locked, or if it was encrypted by another box or for another context. */
  async unseal(box: EncryptedText, place: string): Promise<string | null> {
    const key = this.#key();
    return key && opened(key, box, place);
  }

  /** The key of a new passphrase, and the record by which it is known again. */
  async #fresh(passphrase: string): Promise<{ key: CryptoKey; record: string }> {
    const [salt, rounds] = [randomText(16), passphraseRounds];
    const key = await deriveKeyFromPassphrase(crypto.subtle, passphrase, { salt, rounds });
    const lock: Lock = { salt, rounds, check: await sealed(key, mark, this.#name) };
    return { key, record: JSON.stringify(lock) };
  }

  #key(): CryptoKey | null {
    const open = this.#open;
    return open && open.record === this.#storage.getItem(this.#name) ? open.key : null;
  }
}

async function sealed(key: CryptoKey, text: string, place: string): Promise<EncryptedText> {
  const iv = randomText(12);
  const data = await crypto.subtle.encrypt(parameters(iv, place), key, utf8(text));
  return { iv, data: base64Of(new Uint8Array(data)) };
}

async function opened(key: CryptoKey, { iv, data }: EncryptedText, place: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(iv, place), key, bytesOfBase64(data)));
  } catch {
    return null;
  }
}

function parameters(iv: string, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv: bytesOfBase64(iv), additionalData: utf8(place) };
}

function unpacked(text: string): Lock | null {
  const lock = parseJson(text) as Partial<Lock> | null | undefined;
  const sound = typeof lock?.salt === 'string' && Number.isSafeInteger(lock.rounds) && typeof lock.check === 'object';
  return sound ? (lock as Lock) : null;
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function randomText(bytes: number): string {
  return base64Of(crypto.getRandomValues(new Uint8Array(bytes)));
}
