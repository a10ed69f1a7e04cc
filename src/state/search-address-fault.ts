import { isPrivateAddress } from '../domain/private-address.ts';

/** What keeps an address from being asked; null when nothing does. A key may not go over the open net unencrypted. */
export function searchAddressFault(address: string, { hasKey }: { hasKey: boolean }): 'invalid' | 'insecure' | null {
  const sample = address.replace('{lang}', 'en');
  const url = URL.canParse(sample) ? new URL(sample) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return 'invalid';
  return url.protocol === 'http:' && hasKey && !isPrivateAddress(url.hostname) ? 'insecure' : null;
}
