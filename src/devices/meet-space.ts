import type { SyncError } from '../ports/devices.ts';
import type { ReplicaStore } from '../ports/replica-store.ts';
import { readSpace, spaceName, type SpaceDocument, type SpaceKeys } from './space.ts';

export interface SpaceMeeting {
  store: ReplicaStore;
  keys: SpaceKeys;
  /** The id of the space that this device belongs to. */
  space: string;
  /** Adopts the space's new data key; false if this device was excluded. */
  renew: (document: SpaceDocument) => Promise<boolean>;
}

/**
 * Returns `same` if the server still has the same space, `renewed` if it has a new data key, which was adopted; else
 * the error.
 */
export async function meetSpace({ store, keys, space, renew }: SpaceMeeting): Promise<'same' | 'renewed' | SyncError> {
  const found = await store.pull(spaceName);
  if (!found) return 'wiped';
  const document = readSpace(found.body);
  if (document === 'newer') return 'newer';
  if (document?.id !== space) return 'other_space';
  if ((document.keys ?? 1) <= keys.count) return 'same';
  return (await renew(document)) ? 'renewed' : 'forgotten';
}
