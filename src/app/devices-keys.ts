import {
  createDeviceKeyPair,
  type DeviceKeyPair,
  markDeviceForgotten,
  secretAfterRotation,
  rotateSpaceDataKey,
} from '../devices/device-keys.ts';
import { type SpaceKeyDocument, createSpaceEncryption } from '../devices/space.ts';
import type { ReplicaDevice } from '../ports/replica-head.ts';
import { base64UrlOf } from '../values/base64.ts';
import { isRecord, parseJson } from '../values/json.ts';
import { ReplicaError, type ReplicaStore } from '../ports/replica-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { SyncConnection } from '../ports/devices.ts';

/** The name under which the keys of the server and the space are stored with the secrets. */
export const deviceKeysSecretName = 'devices';

/** The server's password, the data key of the space, and this device's own key pair. */
export interface DeviceKeys {
  password: string;
  secret: string;
  own: DeviceKeyPair;
}

/**
 * What is needed to read and write this person's shared space: the server's store, the secrets, the device note and the
 * keys.
 */
export interface SyncSpaceAccess {
  store: ReplicaStore;
  secrets: Secrets;
  note: SyncConnection;
  keys: DeviceKeys;
}

/** Stores this device's keys for the sync server and the space; false if that failed. */
export function storeDeviceKeys(
  secrets: Secrets,
  { address }: Pick<SyncConnection, 'address'>,
  keys: DeviceKeys,
): Promise<boolean> {
  return secrets.write(deviceKeysSecretName, address, JSON.stringify(keys), 'device');
}

/** Reads the keys; a device that an older release connected gets its own key pair first. */
export async function readDeviceKeys(secrets: Secrets, note: SyncConnection): Promise<DeviceKeys | null> {
  const storedKeys = parseJson((await secrets.read(deviceKeysSecretName, note.address)) ?? 'null');
  if (!isRecord(storedKeys)) return null;
  const keys = storedKeys as unknown as DeviceKeys;
  if ('own' in storedKeys) return keys;
  const own = { ...keys, own: await createDeviceKeyPair() };
  return (await storeDeviceKeys(secrets, note, own)) ? own : null;
}

/** The code with which another device joins: the server's address, and the keys of the server and the space. */
export function invitationCode(
  { kind, address, name, space }: SyncConnection,
  { password, secret }: DeviceKeys,
): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ kind, address, name, space, password, secret }));
  return base64UrlOf(bytes);
}

/** Gives the space a new data key that the device `device` does not get; false if that failed. */
export async function excludeDevice(
  { store, secrets, note, keys, passphrase, turn }: SyncSpaceAccess & { passphrase: string; turn: string },
  device: string,
  devices: readonly ReplicaDevice[],
): Promise<boolean> {
  const space = {
    id: note.space,
    secret: keys.secret,
    keys: await createSpaceEncryption(keys.secret),
    passphrase,
    turn,
  };
  const staying = devices.filter(({ id }) => id !== device);
  const excludedDevice = devices.find(({ id }) => id === device);
  try {
    const secret = await rotateSpaceDataKey(store, space, staying);
    if (secret === null || !(await storeDeviceKeys(secrets, note, { ...keys, secret }))) return false;
    if (excludedDevice) await markDeviceForgotten(store, await createSpaceEncryption(secret), excludedDevice);
    return true;
  } catch (error) {
    if (error instanceof ReplicaError) return false;
    throw error;
  }
}

/** Adopts a data key that another device has added; false if it is not for this device. */
export async function adoptDataKey(
  { store, secrets, note, keys }: SyncSpaceAccess,
  document: SpaceKeyDocument,
): Promise<boolean> {
  const own = { device: note.device.id, key: keys.own, keys: await createSpaceEncryption(keys.secret) };
  const secret = await secretAfterRotation(store, document, own);
  return secret !== null && storeDeviceKeys(secrets, note, { ...keys, secret });
}
