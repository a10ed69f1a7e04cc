import type { Connectivity, Surroundings } from '../ports/connectivity.ts';

/** The browser's own word on it. */
export class BrowserConnectivity implements Connectivity {
  isOnline(): boolean {
    return navigator.onLine;
  }

  untilOnline(signal: AbortSignal): Promise<void> {
    if (navigator.onLine || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = new AbortController();
      const end = () => {
        done.abort();
        resolve();
      };
      window.addEventListener('online', end, { signal: done.signal });
      signal.addEventListener('abort', end, { signal: done.signal });
    });
  }
}

/** Chrome's permission had one name before it became two. */
const names = { loopback: 'loopback-network', local: 'local-network' } as const;
const formerName = 'local-network-access';

/** The browser's own word on the page. */
export class PageSurroundings implements Surroundings {
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
        // A browser that does not know the name rejects it.
      }
    return null;
  }
}
