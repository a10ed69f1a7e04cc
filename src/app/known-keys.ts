import { isRecord, parseJson } from '../values/json.ts';
import { SecretKeyFinder } from '../values/secret-key-finder.ts';
import type { FirstPaintAdapters } from './first-adapters.ts';

/**
 * The places where API keys are stored: the browser's storage for the device and for the tab, and the `Secrets` port
 * that reads keys from both.
 */
export type ApiKeyStorages = Pick<FirstPaintAdapters, 'device' | 'secrets' | 'tab'>;

const prefix = 'cairn.key.';

/** Finds all keys that this page can read now: those of models, servers, services and other devices. */
export async function findStoredApiKeys({ device, secrets, tab }: ApiKeyStorages): Promise<SecretKeyFinder> {
  const apiKeys: (string | null)[] = [];
  for (const place of [tab, device])
    for (const name of Array.from({ length: place.length }, (_, at) => place.key(at) ?? '')) {
      if (!name.startsWith(prefix)) continue;
      const storedSecret = parseJson(place.getItem(name) ?? 'null');
      if (!isRecord(storedSecret) || typeof storedSecret.base_url !== 'string') continue;
      const key = await secrets.read(name.slice(prefix.length), storedSecret.base_url);
      const several = parseJson(key ?? '');
      if (isRecord(several)) apiKeys.push(...Object.values(several).filter((each) => typeof each === 'string'));
      else apiKeys.push(key, key?.includes(' ') ? key.slice(key.lastIndexOf(' ') + 1) : null);
    }
  return new SecretKeyFinder(apiKeys);
}

/** Returns a copy of the value in which no text contains any of the API keys and passwords that this page can read. */
export async function withoutApiKeys<T>(places: ApiKeyStorages, value: T): Promise<T> {
  return (await findStoredApiKeys(places)).cleanValue(value);
}
