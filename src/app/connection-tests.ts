import { BrowserNetwork } from '../browser/network/network.ts';
import { BrowserNetworkConditions } from '../browser/connectivity.ts';
import { OpenRouterSignIn } from '../model/open-router-sign-in.ts';
import { connectionTestOrigins } from '../model/connection-test/endpoint-probe.ts';
import { testConnection } from '../model/connection-test/test-connection.ts';
import type { KeySignIn } from '../ports/key-sign-in.ts';
import type { AppDependencies } from '../ui/app/app-dependencies.ts';
import { apiKeyFromPastedText } from '../ui/settings/connection-form-checks.ts';
import { runSearch } from '../tools/search/run-search.ts';
import type { Egress } from '../browser/network/egress.ts';

/**
 * The connection tests of the settings, for models and for the search, and the sign-in that brings a key; loaded on
 * first use.
 */
export function connectionTests(
  egress: Egress,
  now: () => string,
  tab: Storage,
): Pick<AppDependencies, 'runSearch' | 'testConnection'> & { signIn: KeySignIn } {
  const network = new BrowserNetwork((site) => egress.to([site]).fetch);
  return {
    signIn: new OpenRouterSignIn({ network, tab, here: () => location.href }),
    runSearch: (search, { signal }) => runSearch(network, search, { signal, now: now() }),
    testConnection: async (profile, typedKey, { signal }) => {
      const key = typedKey && apiKeyFromPastedText(typedKey);
      const siteFetch = egress.keyed(connectionTestOrigins(profile.base_url), async () => key);
      const { fetch, keyPlaceholder } = siteFetch;
      const options = { signal, fetch, keyPlaceholder, surroundings: new BrowserNetworkConditions() };
      return testConnection(profile, key, options).finally(() => siteFetch.close());
    },
  };
}
