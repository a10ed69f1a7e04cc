import type { Way } from '../ports/way.ts';
import { boundedAnswer } from './bounded-answer.ts';

/**
 * `fetch` for the requests to one server: by a way that reaches its own origin only, redirects not followed (R13.4). The
 * key goes along as it is at that moment.
 */
export function ownOriginFetch(
  fetch: Way['fetch'],
  key: () => Promise<string | null>,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const bearer = await key();
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
    return boundedAnswer(await fetch(url, { ...init, headers, redirect: 'manual' }));
  };
}
