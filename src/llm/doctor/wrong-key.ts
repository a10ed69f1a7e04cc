import type { ConnectionCause } from '../../domain/connection-finding.ts';
import type { Profile } from '../../domain/profile.ts';
import { keyOrigin } from './key-origin.ts';
import { otherRegion } from './other-region.ts';

/** What is wrong with a key that the endpoint refused; without one, that it is missing. */
export function wrongKey({ base_url }: Profile, key: string | null): ConnectionCause {
  if (key === null) return { code: 'key_missing' };
  return { code: 'wrong_key', other: keyOrigin(key, base_url), better: otherRegion(base_url) };
}
