import { contentType } from '../../src/browser/content-type.ts';
import type { Network, NetworkOutcome } from '../../src/ports/network.ts';

/** What stands at an address. `silent`: it never answers. */
export interface FakePage {
  status?: number;
  type?: string;
  body?: string | Uint8Array;
  retryAfter?: string;
  silent?: boolean;
}

/** A net of pages that a test has laid out; all other addresses are unreachable. */
export class FakeNetwork implements Network {
  readonly pages = new Map<string, FakePage>();
  /** The addresses asked for, in order. */
  readonly requested: string[] = [];

  page(url: string, page: FakePage): this {
    this.pages.set(url, page);
    return this;
  }

  async get(
    url: string,
    options: { signal: AbortSignal; timeout_ms: number; max_bytes: number; accept: string },
  ): Promise<NetworkOutcome> {
    this.requested.push(url);
    if (options.signal.aborted) return { kind: 'aborted' };
    const page = this.pages.get(url);
    if (!page || !/^https?:/.test(url)) return { kind: 'unreachable' };
    if (page.silent) return silence(options.signal, options.timeout_ms);
    const status = page.status ?? 200;
    if ([301, 302, 303, 307, 308].includes(status)) return { kind: 'redirected' };
    const body = typeof page.body === 'string' ? new TextEncoder().encode(page.body) : (page.body ?? new Uint8Array());
    if (body.byteLength > options.max_bytes) return { kind: 'too_large', limit: options.max_bytes };
    return {
      kind: 'response',
      status,
      url,
      ...contentType(page.type ?? 'text/plain'),
      retryAfter: page.retryAfter ?? null,
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
