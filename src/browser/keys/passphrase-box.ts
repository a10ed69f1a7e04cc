import { parseJson } from '../../domain/text/json.ts';

const rounds = 600_000;
const mark = 'cairn';

/** Text that only a passphrase opens, and only in the place it was sealed for. */
export interface Sealed {
  iv: string;
  data: string;
}

interface Lock {
  salt: string;
  rounds: number;
  /** A known text, sealed: whether a passphrase is the right one. */
  check: Sealed;
}

/**
 * Seals text with AES-GCM under a key made from a passphrase by PBKDF2 (R13.1). The passphrase is not kept; the key
 * lives in memory, cannot be taken out of it, and is forgotten by `lock`.
 */
export class PassphraseBox {
  readonly #storage: Storage;
  readonly #name: string;
  #open: { key: CryptoKey; record: string } | null = null;

  /** What tells the right passphrase from a wrong one is kept in `storage` under `name`: without it the box is new. */
  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#name = name;
  }

  /** Another tab may have given the box another passphrase since. */
  get isOpen(): boolean {
    return this.#key() !== null;
  }

  /** The first passphrase becomes the box's own; after that only the same one opens it. */
  async open(passphrase: string): Promise<boolean> {
    const record = this.#storage.getItem(this.#name);
    if (record === null) {
      const salt = randomText(16);
      const key = await derived(passphrase, salt, rounds);
      const lock: Lock = { salt, rounds, check: await sealed(key, mark, this.#name) };
      const fresh = JSON.stringify(lock);
      this.#storage.setItem(this.#name, fresh);
      this.#open = { key, record: fresh };
      return true;
    }
    const lock = unpacked(record);
    if (!lock) return false;
    const key = await derived(passphrase, lock.salt, lock.rounds);
    if ((await opened(key, lock.check, this.#name)) !== mark) return false;
    this.#open = { key, record };
    return true;
  }

  lock(): void {
    this.#open = null;
  }

  /** Null where the box is shut. */
  async seal(text: string, place: string): Promise<Sealed | null> {
    const key = this.#key();
    return key && sealed(key, text, place);
  }

  /** Null where the box is shut, or where this was not sealed here for this place. */
  async unseal(box: Sealed, place: string): Promise<string | null> {
    const key = this.#key();
    return key && opened(key, box, place);
  }

  #key(): CryptoKey | null {
    const open = this.#open;
    return open && open.record === this.#storage.getItem(this.#name) ? open.key : null;
  }
}

async function derived(passphrase: string, salt: string, iterations: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', utf8(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function sealed(key: CryptoKey, text: string, place: string): Promise<Sealed> {
  const iv = randomText(12);
  const data = await crypto.subtle.encrypt(parameters(iv, place), key, utf8(text));
  return { iv, data: textOf(new Uint8Array(data)) };
}

async function opened(key: CryptoKey, { iv, data }: Sealed, place: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(iv, place), key, bytesOf(data)));
  } catch {
    return null;
  }
}

function parameters(iv: string, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv: bytesOf(iv), additionalData: utf8(place) };
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
  return textOf(crypto.getRandomValues(new Uint8Array(bytes)));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
