import type { Profile } from '../../domain/profile.ts';
import { type Provider, providers } from '../providers.ts';

export type ProviderFacts = Pick<Provider, 'server' | 'hidesErrors' | 'fixedHeaders' | 'otherRegion'>;

/** Hosts that are no presets and have a quirk worth knowing. */
const others: Record<string, ProviderFacts> = {
  'api.cerebras.ai': { server: 'hosted', hidesErrors: true },
  'api.perplexity.ai': { server: 'hosted', fixedHeaders: true },
  'api.fireworks.ai': { server: 'hosted', fixedHeaders: true },
};

/** Local servers by the port they listen on unless told otherwise. */
const ports: Record<string, Provider['server']> = { 11434: 'ollama', 1234: 'lmstudio' };

/** What is known of the server behind a profile's base URL, which need not be the chosen preset's. */
export function providerAt({ provider, base_url }: Profile): ProviderFacts {
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
