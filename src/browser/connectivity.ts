import type { NetworkConditions } from '../ports/connectivity.ts';

/** The names of the permissions. Chrome had a single one before it was split in two. */
const names = { loopback: 'loopback-network', local: 'local-network' } as const;
const formerName = 'local-network-access';

/** The page's context and permissions, as the browser reports them. */
export class BrowserNetworkConditions implements NetworkConditions {
  readonly origin = location.origin;
  readonly secure = isSecureContext;

  isOnline(): boolean {
    return navigator.onLine;
  }

  async localNetwork(target: 'loopback' | 'local'): Promise<PermissionState | null> {
    for (const name of [names[target], formerName])
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        // A browser that does not know this permission name rejects the query; the next name is then tried.
      }
    return null;
  }
}
