import type { Profile } from '../../records/profile.ts';
import { type Provider, providers } from '../providers.ts';
import type { ConnectionCause, ServerKind } from '../../records/connection-finding.ts';

/** What is known about the servers of a provider, beside what a connection needs. */
export interface ProviderFacts {
  server: ServerKind;
  /** Sends refusals without CORS headers: a page cannot tell a wrong key from a wrong model or a lost network. */
  errorsWithoutCors?: true;
  /** Allows pages a fixed list of headers, which contains ours: any other header fails the preflight. */
  fixedCorsHeaders?: true;
  /** The prefix of its keys, if no other provider shares it. */
  keyPrefix?: string;
  /** The base URL of its other region, which does not accept this region's keys. */
  otherRegion?: string;
}

/** What differs from an ordinary hosted server: of presets by their ids, and of hosts without a preset. */
const presets: Record<string, Partial<ProviderFacts>> = {
  openai: { errorsWithoutCors: true },
  anthropic: { keyPrefix: 'sk-ant-' },
  gemini: { fixedCorsHeaders: true, keyPrefix: 'AIza' },
  openrouter: { fixedCorsHeaders: true, keyPrefix: 'sk-or-' },
  qwen: { otherRegion: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1' },
  moonshot: { fixedCorsHeaders: true, otherRegion: 'https://api.moonshot.ai/v1' },
  zhipu: { otherRegion: 'https://api.z.ai/api/paas/v4' },
  mistral: { fixedCorsHeaders: true },
  groq: { keyPrefix: 'gsk_' },
  xai: { keyPrefix: 'xai-' },
  ollama: { server: 'ollama' },
  lmstudio: { server: 'lmstudio' },
  llamacpp: { server: 'llamacpp' },
  vllm: { server: 'vllm' },
  custom: { server: 'custom' },
};
const others: Record<string, ProviderFacts> = {
  'api.cerebras.ai': { server: 'hosted', errorsWithoutCors: true },
  'api.perplexity.ai': { server: 'hosted', fixedCorsHeaders: true },
  'api.fireworks.ai': { server: 'hosted', fixedCorsHeaders: true },
};

/** The presets of providers with all that is known about their servers. */
export const knownProviders: readonly (Provider & ProviderFacts)[] = providers.map((provider) => ({
  ...provider,
  server: 'hosted',
  ...presets[provider.id],
}));

/** Local servers by their default port. */
const ports: Record<string, ServerKind> = { 11434: 'ollama', 1234: 'lmstudio' };

/** Returns what is known about the server behind a profile's base URL, which may differ from the chosen preset's. */
export function providerFactsAt({ provider, base_url }: Profile): ProviderFacts {
  const { host, port } = new URL(base_url);
  const chosenProvider = knownProviders.find(({ id }) => id === provider);
  if (chosenProvider && chosenProvider.server !== 'hosted' && chosenProvider.server !== 'custom') return chosenProvider;
  const hosted = knownProviders.find((each) => hostsOf(each).includes(host));
  return hosted ?? others[host] ?? { server: ports[port] ?? 'custom' };
}

function hostsOf({ baseUrl, otherRegion }: Provider & ProviderFacts): string[] {
  return [baseUrl, otherRegion ?? '']
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).host);
}

/** Returns the name of another provider whose keys begin like this one, or null. */
function keyOrigin(key: string, baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  const maker = knownProviders
    .filter(({ keyPrefix }) => keyPrefix !== undefined && key.startsWith(keyPrefix))
    .sort((a, b) => (b.keyPrefix?.length ?? 0) - (a.keyPrefix?.length ?? 0))[0];
  return maker && new URL(maker.baseUrl).host !== host ? maker.name : null;
}

/** Returns the base URL of the same provider's other region, which does not accept this region's keys, or null. */
function otherRegion(baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  for (const { baseUrl: one, otherRegion: other } of knownProviders) {
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
