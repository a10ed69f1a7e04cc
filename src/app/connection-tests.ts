import { BrowserNetwork } from '../browser/network/network.ts';
import { PageSurroundings } from '../browser/connectivity.ts';
import { endpointSites } from '../model/connection-test/endpoint-probe.ts';
import { testConnection } from '../model/connection-test/test-connection.ts';
import type { AppDependencies } from '../ui/app/app-dependencies.ts';
import { runSearch } from '../tools/search/run-search.ts';
import type { Egress } from '../browser/network/egress.ts';

/** The connection tests of the settings, for models and for the search; loaded on first use. */
export const connectionTests = (
  egress: Egress,
  now: () => string,
): Pick<AppDependencies, 'runSearch' | 'testConnection'> => ({
  runSearch: (search, { signal }) =>
    runSearch(new BrowserNetwork((site) => egress.to([site]).fetch), search, { signal, now: now() }),
  testConnection: async (profile, key, { signal }) => {
    const siteFetch = egress.keyed(endpointSites(profile.base_url), async () => key);
    const { fetch, keyPlaceholder } = siteFetch;
    const options = { signal, fetch, keyPlaceholder, surroundings: new PageSurroundings() };
    return testConnection(profile, key, options).finally(() => siteFetch.close());
  },
});
