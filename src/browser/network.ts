import type { Network, NetworkLimits, NetworkOutcome, NetworkRequest } from '../ports/network.ts';
import type { Way } from '../ports/way.ts';
import { boundedBody } from './bounded-body.ts';
import { contentType } from './content-type.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Through network workers, stripped of all that could tell who asks. */
export class BrowserNetwork implements Network {
  readonly #fetch: (site: string) => Way['fetch'];

  /** `fetchTo` gives a `fetch` that reaches one site. */
  constructor(fetchTo: (site: string) => Way['fetch']) {
    this.#fetch = fetchTo;
  }

  get(url: string, { accept, ...limits }: NetworkLimits & { accept: string }): Promise<NetworkOutcome> {
    return this.request(url, { method: 'GET', headers: { accept } }, limits);
  }

  async request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome> {
    const aborted = () => limits.signal.aborted;
    if (aborted()) return { kind: 'aborted' };
    if (!/^https?:/i.test(url)) return { kind: 'unreachable' };
    const timeout = AbortSignal.timeout(limits.timeout_ms);
    try {
      const response = await this.#fetch(limits.site)(url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        redirect: 'manual',
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
