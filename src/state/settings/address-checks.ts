import { addressSpace } from '../../domain/address/address-space.ts';
import { isOnDevice, type Profile } from '../../domain/model/profile.ts';

/** The host of an address; empty where it is not valid. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** What is missing or wrong in a connection before it is tested; each is the name of its message. */
export type ConnectionProblem =
  | 'url_invalid'
  | 'url_insecure'
  | 'model_missing'
  | 'key_missing'
  | 'file_missing'
  | 'passphrase_short'
  | 'passphrase_missing'
  | 'passphrase_wrong';

/** Whether a host is certainly this machine or in a private network. */
const isNearby = (hostname: string) => addressSpace(hostname) !== 'public' || /\.(?:internal|lan)\.?$/i.test(hostname);

/** The first problem of a connection that can be seen without a request; null where there is none. */
export function checkConnection(
  profile: Profile,
  key: { hasKey: boolean; needsKey: boolean },
): ConnectionProblem | null {
  if (isOnDevice(profile)) return profile.model ? null : 'file_missing';
  const url = URL.canParse(profile.base_url) ? new URL(profile.base_url) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username) return 'url_invalid';
  if (url.protocol === 'http:' && key.hasKey && !isNearby(url.hostname)) return 'url_insecure';
  if (!profile.model) return 'model_missing';
  return key.needsKey && !key.hasKey ? 'key_missing' : null;
}
