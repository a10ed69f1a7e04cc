import type { Connectivity } from '../ports/connectivity.ts';

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
