import type { Profile } from '../../records/profile.ts';
import type { ModelApi } from './api.ts';
import { providers } from '../providers.ts';

/** An endpoint's address and credentials. */
export interface EndpointConnection {
  baseUrl: string;
  key: string | null;
  /** True if no call is made without a key: the provider refuses it, or the connection was saved with one. */
  needsKey: boolean;
  /** Headers that the provider requires of requests from pages. */
  headers: Record<string, string>;
  fetch: typeof fetch;
}

/** The headers that a provider requires of requests from a page, by its id. */
const requiredHeaders: Readonly<Record<string, Record<string, string>>> = {
  anthropic: { 'anthropic-dangerous-direct-browser-access': 'true' },
};

export function endpointConnection(options: {
  profile: Profile;
  key: string | null;
  fetch?: typeof fetch;
}): EndpointConnection {
  const provider = providers.find((each) => each.id === options.profile.provider);
  return {
    baseUrl: options.profile.base_url,
    key: options.key,
    needsKey: options.profile.with_key === true || (provider?.needsKey ?? false),
    headers: requiredHeaders[options.profile.provider] ?? {},
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** Thrown if a part of the app cannot be loaded: there is no network, or a new release has replaced it. */
export class AppPartLoadError extends Error {}

const necessaryHeaders = ['accept', 'content-type'];

/**
 * Sends one request to the endpoint through the SDK and returns the response whatever its status. Sends no header that
 * a fixed CORS list may lack, no cookies and no referrer, and follows no redirect, so the key goes to the base URL
 * only. Rejects if no response came, and with `AppPartLoadError` if the SDK cannot be loaded.
 */
export async function sendToEndpoint(
  connection: EndpointConnection,
  { path, keyHeader = 'authorization', headers = {} }: Pick<ModelApi, 'path' | 'keyHeader' | 'headers'>,
  body: object | null,
  signal: AbortSignal,
): Promise<Response> {
  const { OpenAI } = await import('openai').catch((error: unknown) => {
    throw new AppPartLoadError('The part that speaks to endpoints cannot be loaded.', { cause: error });
  });
  const send = connection.fetch;
  const { base, query } = endpointAddress(connection.baseUrl);
  let answer: Response | undefined;
  const client = new OpenAI({
    baseURL: base,
    apiKey: connection.key ?? 'none',
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    fetch: async (url, init) => {
      answer = await send(withQuery(String(url instanceof Request ? url.url : url), query), {
        ...init,
        headers: leanHeaders(init?.headers, connection, keyHeader, headers),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      // The SDK would consume the body of an error response, which is read here instead.
      return answer.ok ? answer : new Response(null);
    },
  });
  const through = body === null ? client.get(path, { signal }) : client.post(path, { body, signal });
  const response = await through.asResponse();
  return answer ?? response;
}

/** The two parts of a base URL: the address to which a path is added, and the query that every request carries. */
export interface EndpointAddress {
  base: string;
  query: string;
}

/** The parts of a base URL. Throws on anything but an http address: the SDK would fall back to its own default. */
export function endpointAddress(baseUrl: string): EndpointAddress {
  const address = new URL(baseUrl.trim());
  if (address.protocol !== 'https:' && address.protocol !== 'http:')
    throw new TypeError(`Not an http address: ${baseUrl}`);
  const query = address.search.slice(1);
  address.search = '';
  address.hash = '';
  return { base: address.href.replace(/\/+$/, '').replace(/\/(?:chat\/completions|responses|messages)$/, ''), query };
}

/** Returns the address with `query` appended, which is the query of the connection's base URL. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

function leanHeaders(
  sdkHeaders: unknown,
  connection: EndpointConnection,
  keyHeader: string,
  more: Readonly<Record<string, string>>,
): Headers {
  const all = new Headers(sdkHeaders as HeadersInit | undefined);
  const lean = new Headers({ ...connection.headers, ...more });
  for (const name of necessaryHeaders) {
    const value = all.get(name);
    if (value !== null) lean.set(name, value);
  }
  if (connection.key === null) return lean;
  lean.set(keyHeader, keyHeader === 'authorization' ? `Bearer ${connection.key}` : connection.key);
  return lean;
}
