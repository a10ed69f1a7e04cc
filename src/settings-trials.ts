import { BrowserNetwork } from './browser/network.ts';
import { PageSurroundings } from './browser/page-surroundings.ts';
import { endpointSites } from './llm/doctor/endpoint-sites.ts';
import { testConnection } from './llm/doctor/test-connection.ts';
import type { AppDependencies } from './state/app-dependencies.ts';
import { runSearch } from './tools/search/run-search.ts';
import type { WayOut } from './way-out.ts';

/** The part of `main.ts` that is loaded when the person tries in the settings what they have set up. */
export const settingsTrials = (
  out: WayOut,
  now: () => string,
): Pick<AppDependencies, 'runSearch' | 'testConnection'> => ({
  runSearch: (search, { signal }) =>
    runSearch(new BrowserNetwork((site) => out.to([site]).fetch), search, { signal, now: now() }),
  testConnection: async (profile, key, { signal }) => {
    const way = out.keyed(endpointSites(profile.base_url), async () => key);
    const { fetch, keyStandIn } = way;
    const options = { signal, fetch, keyStandIn, surroundings: new PageSurroundings() };
    return testConnection(profile, key, options).finally(() => way.close());
  },
});
