import { isPrivateAddress } from '../domain/private-address.ts';

/** The site that an address, or its host alone, names; null where it names none. */
export function siteOf(typed: string): { origin: string; private_address: boolean } | null {
  const text = typed.trim();
  try {
    const { protocol, origin, hostname } = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    return /^https?:$/.test(protocol) && hostname !== ''
      ? { origin, private_address: isPrivateAddress(hostname) }
      : null;
  } catch {
    return null;
  }
}
