import { addressSpaceOfHost } from '../../values/address-space.ts';
import { typedUrl } from '../../values/typed-url.ts';
import { isOnDevice, type Profile } from '../../records/profile.ts';
import type { KeyLockState, Secrets } from '../../ports/secrets.ts';

/** What is missing or wrong in a connection before it is tested; each is the name of its message. */
export type ConnectionFormError =
  | 'url_invalid'
  | 'url_insecure'
  | 'model_missing'
  | 'key_missing'
  | 'file_missing'
  | 'passphrase_short'
  | 'passphrase_missing'
  | 'passphrase_wrong';

/** True if a host is certainly this machine or in a private network. */
const isNearby = (hostname: string) =>
  addressSpaceOfHost(hostname) !== 'public' || /\.(?:internal|lan)\.?$/i.test(hostname);

/** Returns the first error of a connection that can be detected without a request; null if there is none. */
export function connectionFormError(
  profile: Profile,
  key: { hasKey: boolean; needsKey: boolean },
): ConnectionFormError | null {
  if (isOnDevice(profile)) return profile.model ? null : 'file_missing';
  const url = typedUrl(profile.base_url);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username) return 'url_invalid';
  if (url.protocol === 'http:' && key.hasKey && !isNearby(url.hostname)) return 'url_insecure';
  if (!profile.model) return 'model_missing';
  return key.needsKey && !key.hasKey ? 'key_missing' : null;
}

/**
 * Returns the key in a text as people paste it: without blanks and quotes around it, `OPENAI_API_KEY=` or `Bearer `
 * before it.
 */
export function apiKeyFromPastedText(text: string): string {
  return text
    .trim()
    .replace(/^(?:(?:export +)?[A-Z][A-Z\d_]*=|[Bb]earer +)(?=[^=])/, '')
    .replace(/^["'“‘](.*)["'”’]$/, '$1');
}

/**
 * Returns the profile with what earlier tests found out, if endpoint and model are unchanged, and with the mark that it
 * has a key somewhere, if the endpoint is. `before` is the stored profile; `isNew` is true if it used another model or
 * endpoint.
 */
export function reuseTestFindings(profile: Profile, before: Profile | undefined): { found: Profile; isNew: boolean } {
  if (before?.base_url !== profile.base_url) return { found: profile, isNew: true };
  const profileWithKey = before.with_key ? { ...profile, with_key: true } : profile;
  if (before.model !== profile.model) return { found: profileWithKey, isNew: true };
  const { protocol, sees, exam } = before;
  const refuses = before.api === profile.api ? before.refuses : undefined;
  return { found: { ...profileWithKey, protocol, sees, refuses, exam }, isNew: false };
}

export const minPassphraseLength = 8;

/** Unlocks the encrypted keys, or sets their first passphrase. Returns why that failed, null if they are open. */
export async function unlockKeys(
  secrets: Secrets,
  state: KeyLockState,
  passphrase: string,
): Promise<'passphrase_short' | 'passphrase_missing' | 'passphrase_wrong' | null> {
  const isNew = state === 'none';
  if (passphrase.length < (isNew ? minPassphraseLength : 1)) return isNew ? 'passphrase_short' : 'passphrase_missing';
  return (await secrets.unlock(passphrase)) ? null : 'passphrase_wrong';
}
