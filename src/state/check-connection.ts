import { isOnDevice, type Profile } from '../domain/profile.ts';

/** What is missing or wrong in a connection before it is tried; named after its message. */
export type ConnectionProblem =
  | 'url_invalid'
  | 'url_insecure'
  | 'model_missing'
  | 'key_missing'
  | 'file_missing'
  | 'passphrase_short'
  | 'passphrase_missing'
  | 'passphrase_wrong';

const nearby =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd])|\.(?:localhost|local|internal|lan)$/i;

/** Looks a connection over as a person would before pressing the button; null when there is nothing to say. */
export function checkConnection(
  profile: Profile,
  key: { hasKey: boolean; needsKey: boolean },
): ConnectionProblem | null {
  if (isOnDevice(profile)) return profile.model ? null : 'file_missing';
  const url = URL.canParse(profile.base_url) ? new URL(profile.base_url) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username) return 'url_invalid';
  if (url.protocol === 'http:' && key.hasKey && !nearby.test(url.hostname)) return 'url_insecure';
  if (!profile.model) return 'model_missing';
  return key.needsKey && !key.hasKey ? 'key_missing' : null;
}
