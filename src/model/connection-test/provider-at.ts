import type { Profile } from '../../records/profile.ts';
import { type Provider, providers } from '../providers.ts';
import type { ConnectionCause } from '../../records/connection-finding.ts';

export type ProviderFacts = Pick<Provider, 'server' | 'errorsWithoutCors' | 'fixedCorsHeaders' | 'otherRegion'>;

/** Hosts without a preset whose quirks are known. */
const others: Record<string, ProviderFacts> = {
  'api.cerebras.ai': { server: 'hosted', errorsWithoutCors: true },
  'api.perplexity.ai': { server: 'hosted', fixedCorsHeaders: true },
  'api.fireworks.ai': { server: 'hosted', fixedCorsHeaders: true },
};

/** Local servers by their default port. */
const ports: Record<string, Provider['server']> = { 11434: 'ollama', 1234: 'lmstudio' };

/** Returns what is known about the server behind a profile's base URL, which may differ from the chosen preset's. */
export function providerFactsAt({ provider, base_url }: Profile): ProviderFacts {
  const { host, port } = new URL(base_url);
  const chosen = providers.find(({ id }) => id === provider);
  if (chosen && chosen.server !== 'hosted' && chosen.server !== 'custom') return chosen;
  const hosted = providers.find((each) => hostsOf(each).includes(host));
  return hosted ?? others[host] ?? { server: ports[port] ?? 'custom' };
}

function hostsOf({ baseUrl, otherRegion }: Provider): string[] {
  return [baseUrl, otherRegion ?? '']
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).host);
}

/** Returns the name of another provider whose keys begin like this one, or null. */
function keyOrigin(key: string, baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  const maker = providers
    .filter(({ keyPrefix }) => keyPrefix !== undefined && key.startsWith(keyPrefix))
    .sort((a, b) => (b.keyPrefix?.length ?? 0) - (a.keyPrefix?.length ?? 0))[0];
  return maker && new URL(maker.baseUrl).host !== host ? maker.name : null;
}

/** Returns the base URL of the same provider's other region, which does not accept this region's keys, or null. */
function otherRegion(baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  for (const { baseUrl: one, otherRegion: other } of providers) {
    if (other === undefined) continue;
    if (new URL(one).host === host) return other;
    if (new URL(other).host === host) return one;
  }
  return null;
}

/**
 * Returns the cause to report after an endpoint rejected the key: `key_missing` if there is none, otherwise
 * `wrong_key`. If known, `other` then names another provider whose keys begin like this one, and `better` is the base
 * URL of the same provider's other region.
 */
export function wrongKeyCause({ base_url }: Profile, key: string | null): ConnectionCause {
  if (key === null) return { code: 'key_missing' };
  return { code: 'wrong_key', other: keyOrigin(key, base_url), better: otherRegion(base_url) };
}
