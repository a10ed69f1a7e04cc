import {
  readableResponseHeaders,
  type Network,
  type NetworkLimits,
  type NetworkOutcome,
  type NetworkRequest,
  type OriginLimitedFetch,
} from '../../ports/network.ts';
import type { SiteKey } from '../../records/site-key.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests through network workers, without anything that identifies the person. */
export class BrowserNetwork implements Network {
  readonly #fetch: (site: string) => OriginLimitedFetch['fetch'];
  readonly #keyed: (key: SiteKey) => Promise<OriginLimitedFetch | null>;

  /**
   * `fetchTo` returns a `fetch` limited to one site; `keyedTo` one whose worker has the site's key, null if there is
   * no key that can be read.
   */
  constructor(
    fetchTo: (site: string) => OriginLimitedFetch['fetch'],
    keyedTo: (key: SiteKey) => Promise<OriginLimitedFetch | null> = async () => null,
  ) {
    this.#fetch = fetchTo;
    this.#keyed = keyedTo;
  }

  get(url: string, { accept, ...limits }: NetworkLimits & { accept: string }): Promise<NetworkOutcome> {
    return this.request(url, { method: 'GET', headers: { accept } }, limits);
  }

  async request(url: string, request: NetworkRequest, limits: NetworkLimits): Promise<NetworkOutcome> {
    const aborted = () => limits.signal.aborted;
    if (aborted()) return { kind: 'aborted' };
    if (!/^https?:/i.test(url)) return { kind: 'unreachable' };
    const { key } = limits;
    const keyed = key && (await this.#keyed(key));
    if (key && !keyed) return { kind: 'no_key' };
    const send = keyed?.fetch ?? this.#fetch(limits.site);
    const timeout = AbortSignal.timeout(limits.timeout_ms);
    let head: { status?: number } = {};
    try {
      const response = await send(url, {
        method: request.method,
        headers: { ...request.headers, ...(key && keyed && keyHeader(key, keyed.keyPlaceholder)) },
        ...(request.body === undefined ? {} : { body: request.body }),
        redirect: 'manual',
        signal: AbortSignal.any([limits.signal, timeout]),
      });
      if (response.type === 'opaqueredirect' || redirects.has(response.status)) return { kind: 'redirected' };
      head = { status: response.status };
      const body = await boundedBody(response, limits.max_bytes);
      if (!body) return { kind: 'too_large', limit: limits.max_bytes, ...head };
      return {
        kind: 'response',
        status: response.status,
        url: response.url || url,
        ...parseContentType(response.headers.get('content-type')),
        retryAfter: response.headers.get('retry-after'),
        further: furtherOf(response.headers),
        body,
      };
    } catch {
      return { kind: aborted() ? 'aborted' : timeout.aborted ? 'timeout' : 'unreachable', ...head };
    } finally {
      keyed?.close();
    }
  }
}

const keyHeader = ({ header, bearer }: SiteKey, key: string) => ({ [header]: bearer ? `Bearer ${key}` : key });

function furtherOf(headers: Headers): Partial<Record<(typeof readableResponseHeaders)[number], string>> {
  return Object.fromEntries(
    readableResponseHeaders.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

/** Returns the whole body, or null as soon as it exceeds `limit`; the rest is then not loaded. */
async function boundedBody(response: Response, limit: number): Promise<Uint8Array | null> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  if (Number(response.headers.get('content-length')) > limit) return stop(reader);

  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) return stop(reader);
    pieces.push(next.value);
  }
  return concatBytes(pieces);
}

async function stop(reader: ReadableStreamDefaultReader): Promise<null> {
  await reader.cancel();
  return null;
}

/** Returns the pieces joined. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let byteOffset = 0;
  for (const piece of pieces) {
    whole.set(piece, byteOffset);
    byteOffset += piece.byteLength;
  }
  return whole;
}

/** Returns the parts of a Content-Type header, in lower case. A missing one means arbitrary bytes. */
export function parseContentType(header: string | null): { mime: string; charset: string | null } {
  const mime = header?.split(';')[0]?.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header ?? '')?.[1]?.toLowerCase();
  return { mime: mime || 'application/octet-stream', charset: charset ?? null };
}
