/**
 * `fetch` for the requests to one server: to its own origin only, no cookies, no referrer, no cache, redirects not
 * followed (R13.4). The key goes along as it is at that moment.
 */
export function ownOriginFetch(
  server: URL,
  key: () => Promise<string | null>,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    if (new URL(url).origin !== server.origin) throw new Error(`A request to ${String(url)} was refused.`);
    const headers = new Headers(init?.headers);
    const bearer = await key();
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
    return fetch(url, {
      ...init,
      headers,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      cache: 'no-store',
    });
  };
}
