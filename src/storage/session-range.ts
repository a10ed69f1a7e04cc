import { Dexie, type IndexableType } from 'dexie';

/** The keys that begin with a session, up to and with `until`: to be spread into `between`. */
export function sessionRange(
  sessionId: string,
  until: IndexableType = Dexie.maxKey,
): [lower: IndexableType[], upper: IndexableType[], withLower: true, withUpper: true] {
  return [[sessionId, Dexie.minKey], [sessionId, until], true, true];
}
