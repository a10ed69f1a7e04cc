import { providers } from '../providers.ts';

/** The base URL of the same provider's other region, whose keys are not good for this one; null where there is none. */
export function otherRegion(baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  for (const { baseUrl: one, otherRegion: other } of providers) {
    if (other === undefined) continue;
    if (new URL(one).host === host) return other;
    if (new URL(other).host === host) return one;
  }
  return null;
}
