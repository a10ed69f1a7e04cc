import type { Profile } from '../domain/profile.ts';
import { providers } from './providers.ts';

/** Where and as whom to ask. */
export interface EndpointConnection {
  baseUrl: string;
  key: string | null;
  /** The provider takes no call without a key. */
  needsKey: boolean;
  /** Headers that the provider asks of pages. */
  headers: Record<string, string>;
  fetch: typeof fetch;
}

export function endpointConnection(options: {
  profile: Profile;
  key: string | null;
  fetch?: typeof fetch;
}): EndpointConnection {
  const provider = providers.find((each) => each.id === options.profile.provider);
  return {
    baseUrl: options.profile.base_url,
    key: options.key,
    needsKey: provider?.needsKey ?? false,
    headers: provider?.headers ?? {},
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}
