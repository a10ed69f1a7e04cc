import type { Network, NetworkLimits, NetworkOutcome, NetworkRequest } from '../ports/network.ts';
import { boundedBody } from './bounded-body.ts';
import { contentType } from './content-type.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The page's own `fetch`, stripped of all that could tell who asks. */
export class BrowserNetwork implements Network {
  get(url: string, { accept, ...limits }: NetworkLimits & { accept: string }): Promise<NetworkOutcome> {
    return this.request(url, { method: 'GET', headers: { accept } }, limits);
  }

  async request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome> {
    const aborted = () => limits.signal.aborted;
    if (aborted()) return { kind: 'aborted' };
    if (!/^https?:/i.test(url)) return { kind: 'unreachable' };
    const timeout = AbortSignal.timeout(limits.timeout_ms);
    try {
      const response = await fetch(url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.any([limits.signal, timeout]),
      });
      if (response.type === 'opaqueredirect' || redirects.has(response.status)) return { kind: 'redirected' };
      const body = await boundedBody(response, limits.max_bytes);
      if (!body) return { kind: 'too_large', limit: limits.max_bytes };
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
