import { providers } from '../providers.ts';

/** The name of another provider whose keys begin like this one, or null. */
export function keyOrigin(key: string, baseUrl: string): string | null {
  const { host } = new URL(baseUrl);
  const maker = providers
    .filter(({ keyStart }) => keyStart !== undefined && key.startsWith(keyStart))
    .sort((a, b) => (b.keyStart?.length ?? 0) - (a.keyStart?.length ?? 0))[0];
  return maker && new URL(maker.baseUrl).host !== host ? maker.name : null;
}
