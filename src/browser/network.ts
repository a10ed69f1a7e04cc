import type { Network, NetworkOutcome } from '../ports/network.ts';
import { boundedBody } from './bounded-body.ts';
import { contentType } from './content-type.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The page's own `fetch`, stripped of all that could tell who asks. */
export class BrowserNetwork implements Network {
  async get(
    url: string,
    options: { signal: AbortSignal; timeout_ms: number; max_bytes: number; accept: string },
  ): Promise<NetworkOutcome> {
    const aborted = () => options.signal.aborted;
    if (aborted()) return { kind: 'aborted' };
    if (!/^https?:/i.test(url)) return { kind: 'unreachable' };
    const timeout = AbortSignal.timeout(options.timeout_ms);
    try {
      const response = await fetch(url, {
        headers: { accept: options.accept },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.any([options.signal, timeout]),
      });
      if (response.type === 'opaqueredirect' || redirects.has(response.status)) return { kind: 'redirected' };
      const body = await boundedBody(response, options.max_bytes);
      if (!body) return { kind: 'too_large', limit: options.max_bytes };
      return {
        kind: 'response',
        status: response.status,
        url: response.url || url,
        ...contentType(response.headers.get('content-type')),
        retryAfter: response.headers.get('retry-after'),
        body,
      };
    } catch {
      if (aborted()) return { kind: 'aborted' };
      return { kind: timeout.aborted ? 'timeout' : 'unreachable' };
    }
  }
}
