import { parseContentType } from '../../src/browser/network/network.ts';
import type { Network, NetworkLimits, NetworkOutcome, NetworkRequest } from '../../src/ports/network.ts';

/** The response of an address. `silent`: it never answers. `echo`: it answers with the request, as JSON. */
export interface FakePage {
  status?: number;
  type?: string;
  body?: string | Uint8Array;
  retryAfter?: string;
  further?: (NetworkOutcome & { kind: 'response' })['further'];
  silent?: boolean;
  echo?: boolean;
}

/** A network of pages that the test sets; all other addresses are unreachable. */
export class FakeNetwork implements Network {
  readonly pages = new Map<string, FakePage>();
  /** The requested addresses, in order. */
  readonly requested: string[] = [];
  /** The request for each of them. */
  readonly sent: NetworkRequest[] = [];

  page(url: string, page: FakePage): this {
    this.pages.set(url, page);
    return this;
  }

  get(url: string, { accept, ...limits }: NetworkLimits & { accept: string }): Promise<NetworkOutcome> {
    return this.request(url, { method: 'GET', headers: { accept } }, limits);
  }

  async request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome> {
    if (limits.signal.aborted) return { kind: 'aborted' };
    if (!URL.canParse(url) || new URL(url).origin !== limits.site) return { kind: 'unreachable' };
    this.requested.push(url);
    this.sent.push(request);
    const page = this.pages.get(url);
    if (!page || !/^https?:/.test(url)) return { kind: 'unreachable' };
    if (page.silent) return silence(limits.signal, limits.timeout_ms);
    const status = page.status ?? 200;
    if ([301, 302, 303, 307, 308].includes(status)) return { kind: 'redirected' };
    const text = page.echo ? JSON.stringify(request) : (page.body ?? '');
    const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    if (body.byteLength > limits.max_bytes) return { kind: 'too_large', limit: limits.max_bytes };
    return {
      kind: 'response',
      status,
      url,
      ...parseContentType(page.type ?? 'text/plain'),
      retryAfter: page.retryAfter ?? null,
      ...(page.further && { further: page.further }),
      body,
    };
  }
}

function silence(signal: AbortSignal, ms: number): Promise<NetworkOutcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ kind: 'timeout' }), ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve({ kind: 'aborted' });
    });
  });
}
