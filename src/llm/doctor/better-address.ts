import type { EndpointProbe } from './endpoint-probe.ts';
import { likelyAddresses } from './likely-addresses.ts';
import { modelNames } from './model-names.ts';

/** A base URL of the same origin that answers as an endpoint does: with a list of models, or by asking for a key. */
export async function betterAddress(probe: EndpointProbe): Promise<string | null> {
  const addresses = likelyAddresses(probe.base);
  const sights = await Promise.all(addresses.map((address) => probe.look(`${address}/models`, { keyed: true })));
  const listing = sights.findIndex((sight) => sight?.status === 200 && modelNames(sight.body) !== null);
  const guarded = sights.findIndex((sight) => sight?.status === 401 && sight.body !== undefined);
  return addresses[listing < 0 ? guarded : listing] ?? null;
}
