import type { SyncError } from '../ports/devices.ts';
import type { ReplicaStore } from '../ports/replica-store.ts';
import { readSpace, spaceName, type SpaceDocument, type SpaceKeys } from './space.ts';

export interface SpaceMeeting {
  store: ReplicaStore;
  keys: SpaceKeys;
  /** The id of the space that this device belongs to. */
  space: string;
  /** Takes over the space's new data key; false where this device was not to have it. */
  renew: (document: SpaceDocument) => Promise<boolean>;
}

/** Whether the space on the server is the one it was, or has a new data key, which was taken over; else what is wrong. */
export async function meetSpace({ store, keys, space, renew }: SpaceMeeting): Promise<'same' | 'renewed' | SyncError> {
  const found = await store.pull(spaceName);
  if (!found) return 'wiped';
  const document = readSpace(found.body);
  if (document === 'newer') return 'newer';
  if (document?.id !== space) return 'other_space';
  if ((document.keys ?? 1) <= keys.count) return 'same';
  return (await renew(document)) ? 'renewed' : 'forgotten';
}
