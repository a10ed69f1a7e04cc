import type { DeviceConnectError } from '../ports/devices.ts';
import { ReplicaError, type ReplicaStore } from '../ports/replica-store.ts';
import {
  createSpace,
  decryptSpaceSecret,
  parseSpaceDocument,
  rewrapSpace,
  spaceDocumentName,
  type SpaceKeyDocument,
  createSpaceEncryption,
} from './space.ts';

/** The space that was opened or created: its id and its key. */
export type ConnectedSpace = { ok: true; created: boolean; space: string; secret: string };

/**
 * Opens the space on a server, or creates one if there is none. Before either, checks that the server enforces
 * conditional writes (of two writes based on the same version, only one may succeed), with a test document named
 * `probe`. Writes nothing if the passphrase is wrong. `invited`: the id and the key of the space, from another device.
 */
export async function connectSpace(
  store: ReplicaStore,
  {
    passphrase,
    invited,
    probe,
  }: { passphrase: string; invited: { space: string; secret: string } | null; probe: string },
): Promise<ConnectedSpace | { ok: false; error: DeviceConnectError }> {
  try {
    const pulledDocument = await store.pull(spaceDocumentName);
    const document = pulledDocument && parseSpaceDocument(pulledDocument.body);
    if (document === 'newer') return { ok: false, error: 'newer' };
    if (pulledDocument && !document) return { ok: false, error: 'unexpected' };
    if (invited && document?.id !== invited.space) return { ok: false, error: 'other_space' };
    if (document && invited && !(await hasAllKeys(document, invited.secret))) return { ok: false, error: 'old_code' };
    const secret = document && (invited?.secret ?? (await decryptSpaceSecret(document, passphrase)));
    if (document && !secret) return { ok: false, error: 'passphrase' };
    if (!(await enforcesConditionalWrites(store, probe))) return { ok: false, error: 'conditions' };
    if (document && secret) return { ok: true, created: false, space: document.id, secret };
    const newSpace = await createSpace(passphrase);
    const tag = await store.move(spaceDocumentName, JSON.stringify(newSpace.document), null);
    if (tag === null) return await connectSpace(store, { passphrase, invited, probe: `${probe}-again` });
    return { ok: true, created: true, space: newSpace.document.id, secret: newSpace.secret };
  } catch (error) {
    if (error instanceof ReplicaError) return { ok: false, error: error.code };
    throw error;
  }
}

/**
 * Changes the passphrase of a space and returns true; returns false if the server has no readable document of this
 * space, if its newest data key is not in `secret`, or if the document was changed meanwhile.
 */
export async function changePassphrase(
  store: ReplicaStore,
  { space, secret, passphrase }: { space: string; secret: string; passphrase: string },
): Promise<boolean> {
  const pulledDocument = await store.pull(spaceDocumentName);
  const document = pulledDocument && parseSpaceDocument(pulledDocument.body);
  if (!pulledDocument || !document || document === 'newer' || document.id !== space) return false;
  if (!(await hasAllKeys(document, secret))) return false;
  const next = await rewrapSpace(document, secret, passphrase);
  return (await store.move(spaceDocumentName, JSON.stringify(next), pulledDocument.tag)) !== null;
}

/** False if the space got a data key that is not in `secret`, because a device was forgotten. */
async function hasAllKeys({ keys = 1 }: SpaceKeyDocument, secret: string): Promise<boolean> {
  return (await createSpaceEncryption(secret)).count >= keys;
}

/**
 * True if a server enforces conditional writes: of two concurrent creations of one document, and of two concurrent
 * changes of one state, it must accept only one, and it must reject a change from an old state. On any other server,
 * two devices would overwrite each other's work unnoticed. Writes test documents under `name`.
 */
export async function enforcesConditionalWrites(store: ReplicaStore, name: string): Promise<boolean> {
  const created = await Promise.all([store.move(name, 'one', null), store.move(name, 'two', null)]);
  const [first, ...more] = created.filter((tag) => tag !== null);
  if (first === undefined || more.length > 0) return false;
  const writeTags = await Promise.all([store.move(name, 'three', first), store.move(name, 'four', first)]);
  const [second, ...others] = writeTags.filter((tag) => tag !== null);
  if (second === undefined || others.length > 0) return false;
  return (await store.move(name, 'five', first)) === null;
}
