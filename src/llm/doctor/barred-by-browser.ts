import type { ConnectionCause } from '../../domain/connection-finding.ts';
import type { Surroundings } from '../../ports/surroundings.ts';
import { addressSpace } from '../../domain/address-space.ts';

/** Why the browser itself lets no call out to this address, or null when it does, for all that it says. */
export async function barredByBrowser(address: URL, surroundings: Surroundings): Promise<ConnectionCause | null> {
  const target = addressSpace(address.hostname);
  if (!surroundings.isOnline() && target !== 'loopback') return { code: 'offline' };
  const insecure = address.protocol === 'http:' && surroundings.origin.startsWith('https:');
  if (target === 'public') return insecure ? { code: 'mixed_content' } : null;
  if (addressSpace(new URL(surroundings.origin).hostname) === 'loopback') return null;
  if (!surroundings.secure) return target === 'loopback' ? { code: 'page_insecure' } : null;
  const permission = await surroundings.localNetwork(target);
  if (permission === 'prompt' || permission === 'denied') return { code: 'local_network', state: permission };
  return permission === null && insecure && target === 'local' ? { code: 'mixed_content' } : null;
}
