import * as z from 'zod/mini';
import { parseJson } from '../values/json.ts';
import { ReplicaError } from '../ports/replica-store.ts';
import { base64Of, bytesOfBase64 } from '../values/base64.ts';
import { deriveKeyFromPassphrase, passphraseRounds } from '../values/passphrase-key.ts';
import { decryptBytes, encryptBytes, utf8 } from './sealed-text.ts';

/** The format that this release writes; a space of a later format is not touched. */
const format = 1;
const check = 'cairn';
/** Bytes of one data key. */
const keyBytes = 32;

/** The name of the space's document. */
export const spaceDocumentName = 'space';

/**
 * The unencrypted document of a space. It contains the salt and rounds for deriving a key from the passphrase, and the
 * data keys encrypted with that key.
 */
export const SpaceKeyDocument = z.object({
  cairn: z.literal('space'),
  format: z.int(),
  id: z.string(),
  salt: z.string(),
  rounds: z.int().check(z.minimum(100_000), z.maximum(10_000_000)),
  /** All data keys, concatenated and encrypted with the key that is derived from the passphrase. */
  wrapped: z.string(),
  /** The number of data keys; one if left out. */
  keys: z.optional(z.int()),
  /** The id of the key change that added the last data key. */
  turn: z.optional(z.string()),
});
export type SpaceKeyDocument = z.infer<typeof SpaceKeyDocument>;

/** Parses a space document; `newer` if a later release of the app wrote it, null if the text is not one. */
export function parseSpaceDocument(text: string): SpaceKeyDocument | 'newer' | null {
  const parsedDocument = SpaceKeyDocument.safeParse(parseJson(text));
  if (!parsedDocument.success) return null;
  return parsedDocument.data.format > format ? 'newer' : parsedDocument.data;
}

/** Creates a space with a random data key; `secret` contains the data keys. */
export async function createSpace(passphrase: string): Promise<{ document: SpaceKeyDocument; secret: string }> {
  const secret = crypto.getRandomValues(new Uint8Array(keyBytes));
  const document = await wrapped(secret, passphrase, { id: base64Of(crypto.getRandomValues(new Uint8Array(12))) });
  return { document, secret: base64Of(secret) };
}

/** Returns the space's secret; null for a wrong passphrase. */
export async function decryptSpaceSecret(document: SpaceKeyDocument, passphrase: string): Promise<string | null> {
  const key = await deriveKeyFromPassphrase(crypto.subtle, passphrase, document);
  const secretBytes = await decryptBytes(key, document.wrapped, `${check}:${document.id}`);
  return secretBytes && base64Of(secretBytes);
}

/** Returns the space with another passphrase: only its data keys are encrypted again. */
export function rewrapSpace(document: SpaceKeyDocument, secret: string, passphrase: string): Promise<SpaceKeyDocument> {
  return wrapped(bytesOfBase64(secret), passphrase, document);
}

/**
 * Returns the encrypted space that a person's devices share, with another passphrase and one more data key, and its new
 * secret. Everything written from then on is encrypted with the new data key; the earlier keys stay, to read earlier
 * data.
 */
export async function spaceWithRotatedKey(
  document: SpaceKeyDocument,
  { secret, passphrase, turn }: { secret: string; passphrase: string; turn: string },
): Promise<{ document: SpaceKeyDocument; secret: string }> {
  const before = bytesOfBase64(secret);
  const bytes = new Uint8Array([...before, ...crypto.getRandomValues(new Uint8Array(keyBytes))]);
  const keys = bytes.length / keyBytes;
  return { document: await wrapped(bytes, passphrase, { id: document.id, keys, turn }), secret: base64Of(bytes) };
}

/** Encrypts documents for a space, and gives them names that reveal nothing. */
export interface SpaceEncryption {
  /** The number of data keys. */
  count: number;
  /** Returns the name under which the server stores something. */
  name(meaning: string): Promise<string>;
  /** Returns the sealed text; only `open` with the same name can read it. */
  seal(name: string, text: string): Promise<string>;
  /**
   * Returns the text; null if it was altered, has another name, or belongs to another space. Throws a `ReplicaError` if
   * it was sealed with a data key that is not known here yet.
   */
  open(name: string, body: string): Promise<string | null>;
  /** Returns a digest of a text, as hex. */
  digest(text: string): Promise<string>;
}

/** Returns the value of a sealed JSON text; null if there is no text, or it cannot be opened. */
export async function decryptJson(keys: SpaceEncryption, name: string, body: string | null): Promise<unknown> {
  return parseJson((body === null ? null : await keys.open(name, body)) ?? 'null');
}

export async function createSpaceEncryption(secret: string): Promise<SpaceEncryption> {
  const bytes = bytesOfBase64(secret);
  const count = bytes.length / keyBytes;
  const derive = async (nth: number, info: string, into: AesKeyGenParams | HmacImportParams, uses: KeyUsage[]) => {
    const own = bytes.slice((nth - 1) * keyBytes, nth * keyBytes);
    const material = await crypto.subtle.importKey('raw', own, 'HKDF', false, ['deriveKey']);
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(`cairn/${format}/${info}`) };
    return crypto.subtle.deriveKey(how, material, into, false, uses);
  };
  const aes = { name: 'AES-GCM', length: 256 };
  const sealing = await Promise.all(
    Array.from({ length: count }, (_, at) => derive(at + 1, 'seal', aes, ['encrypt', 'decrypt'])),
  );
  const naming = await derive(1, 'name', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']);
  const latest = sealing[count - 1];
  if (!latest) throw new Error('The secret holds no key.');
  const about = (name: string, nth: number) => (nth === 1 ? `${format}:${name}` : `${format}:${nth}:${name}`);
  return {
    name: async (meaning) => hex(await crypto.subtle.sign('HMAC', naming, utf8(meaning))).slice(0, 40),
    count,
    seal: async (name, text) => {
      const sealed = await encryptBytes(latest, await packed(text), about(name, count));
      return count === 1 ? sealed : `${sealed}.${count}`;
    },
    open: async (name, body) => {
      const nth = Number(body.split('.')[2] ?? 1);
      if (nth > count) throw new ReplicaError('busy');
      const key = sealing[nth - 1];
      const plainBytes = key ? await decryptBytes(key, body, about(name, nth)) : null;
      return plainBytes && unpacked(plainBytes);
    },
    digest: async (text) => hex(await crypto.subtle.digest('SHA-256', utf8(text))),
  };
}

async function wrapped(
  secret: Uint8Array<ArrayBuffer>,
  passphrase: string,
  { id, keys, turn }: Pick<SpaceKeyDocument, 'id' | 'keys' | 'turn'>,
): Promise<SpaceKeyDocument> {
  const salt = base64Of(crypto.getRandomValues(new Uint8Array(16)));
  const rounds = passphraseRounds;
  const key = await deriveKeyFromPassphrase(crypto.subtle, passphrase, { salt, rounds });
  const sealed = await encryptBytes(key, secret, `${check}:${id}`);
  return { cairn: 'space', format, id, salt, rounds, wrapped: sealed, ...(keys && { keys }), ...(turn && { turn }) };
}

const packed = (text: string) => through(utf8(text), new CompressionStream('gzip'));
const unpacked = async (bytes: Uint8Array<ArrayBuffer>) =>
  new TextDecoder().decode(await through(bytes, new DecompressionStream('gzip')));

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
