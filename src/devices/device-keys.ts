import { ReplicaError, type ReplicaStore } from '../ports/replica-store.ts';
import type { ReplicaDevice } from '../ports/replica-head.ts';
import { base64Of, bytesOfBase64 } from '../values/base64.ts';
import { decryptBytes, encryptBytes, utf8 } from './sealed-text.ts';
import {
  parseSpaceDocument,
  spaceDocumentName,
  spaceWithRotatedKey,
  type SpaceKeyDocument,
  type SpaceEncryption,
} from './space.ts';

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** A device's own pair of keys: only this device can open what is sealed with the public one. */
export interface DeviceKeyPair {
  public: string;
  private: string;
}

export async function createDeviceKeyPair(): Promise<DeviceKeyPair> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveKey']);
  const [open, privateBytes] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { public: base64Of(new Uint8Array(open)), private: base64Of(new Uint8Array(privateBytes)) };
}

/**
 * Gives the space a new data key, so that a device that is not among `staying` can read nothing written later, and a
 * new passphrase, since that device may know the old one. The new key is sealed for each staying device alone. Returns
 * the space's secret; null if its keys were changed elsewhere meanwhile.
 */
export async function rotateSpaceDataKey(
  store: ReplicaStore,
  space: { id: string; secret: string; keys: SpaceEncryption; passphrase: string; turn: string },
  staying: readonly ReplicaDevice[],
): Promise<string | null> {
  const pulledDocument = await store.pull(spaceDocumentName);
  const document = pulledDocument && parseSpaceDocument(pulledDocument.body);
  if (!pulledDocument || !document || document === 'newer' || document.id !== space.id) return null;
  if ((document.keys ?? 1) !== space.keys.count) return null;
  const next = await spaceWithRotatedKey(document, space);
  for (const { id, key } of staying) {
    if (key === undefined) continue;
    const name = await space.keys.name(placeOf(space.turn, id));
    await store.push(name, await sealFor(key, next.secret, name));
  }
  const tag = await store.move(spaceDocumentName, JSON.stringify(next.document), pulledDocument.tag);
  return tag === null ? null : next.secret;
}

/** Marks a device as forgotten, so that the others no longer list it. */
export async function markDeviceForgotten(
  store: ReplicaStore,
  keys: SpaceEncryption,
  device: ReplicaDevice,
): Promise<void> {
  const name = await keys.name(`device/${device.id}`);
  const before = await store.pull(name);
  await store.move(name, await keys.seal(name, JSON.stringify({ ...device, forgotten: true })), before?.tag ?? null);
}

/** Returns the space's secret after its keys were changed elsewhere; null if this device was excluded. */
export async function secretAfterRotation(
  store: ReplicaStore,
  { turn }: SpaceKeyDocument,
  own: { device: string; key: DeviceKeyPair; keys: SpaceEncryption },
): Promise<string | null> {
  if (turn === undefined) return null;
  const name = await own.keys.name(placeOf(turn, own.device));
  const body = await store.piece(name);
  return body === null ? null : openFor(own.key, body, name);
}

const placeOf = (turn: string, device: string) => `key/${turn}/${device}`;

async function sealFor(key: string, text: string, about: string): Promise<string> {
  const once = await crypto.subtle.generateKey(curve, true, ['deriveKey']);
  const theirs = await crypto.subtle.importKey('raw', bytesOfBase64(key), curve, false, []);
  const open = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey));
  const sealed = await encryptBytes(await sharedKey(once.privateKey, theirs), utf8(text), about);
  return `${sealed}.${base64Of(open)}`;
}

async function openFor(own: DeviceKeyPair, body: string, about: string): Promise<string | null> {
  const [iv = '', data = '', open = ''] = body.split('.');
  try {
    const key = await crypto.subtle.importKey('pkcs8', bytesOfBase64(own.private), curve, false, ['deriveKey']);
    const once = await crypto.subtle.importKey('raw', bytesOfBase64(open), curve, false, []);
    const text = await decryptBytes(await sharedKey(key, once), `${iv}.${data}`, about);
    return text && new TextDecoder().decode(text);
  } catch {
    throw new ReplicaError('unexpected');
  }
}

async function sharedKey(own: CryptoKey, theirs: CryptoKey): Promise<CryptoKey> {
  const aes = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey({ name: 'ECDH', public: theirs }, own, aes, false, ['encrypt', 'decrypt']);
}
