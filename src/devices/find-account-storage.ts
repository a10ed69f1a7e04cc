import * as z from 'zod/mini';
import { addressSpaceOfHost } from '../values/address-space.ts';
import { parseJson } from '../values/json.ts';
import { askWithPatience, type FetchFunction } from './replica-http-client.ts';

const relation = 'http://tools.ietf.org/id/draft-dejong-remotestorage';
const signInPage = 'http://tools.ietf.org/html/rfc6749#section-4.2';

const Found = z.object({
  links: z.array(
    z.object({
      rel: z.string(),
      href: z.optional(z.string()),
      properties: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

/**
 * Returns where a remoteStorage account such as `ada@storage.example` stores its files, and the page where its owner
 * signs in.
 */
export async function findAccountStorage(
  fetchAt: (origin: string) => FetchFunction,
  account: string,
): Promise<{ storage: string; page: string } | 'account' | 'unreachable'> {
  const [, host] = /^[^@\s/]+@([^@\s/]+)$/.exec(account) ?? [];
  if (host === undefined || !URL.canParse(`https://${host}`)) return 'account';
  const { hostname } = new URL(`https://${host}`);
  const origin = `${addressSpaceOfHost(hostname) === 'loopback' ? 'http' : 'https'}://${host}`;
  const about = `${origin}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${account}`)}`;
  try {
    const answer = await askWithPatience(fetchAt(origin), about, { headers: { accept: 'application/json' } });
    const accountInfo = Found.safeParse(answer.ok ? parseJson(answer.text) : null);
    const link = accountInfo.data?.links.find(({ rel }) => rel === relation || rel.toLowerCase() === 'remotestorage');
    const page = link?.properties?.[signInPage];
    const isWeb = (text: unknown): text is string => typeof text === 'string' && /^https?:\/\//.test(text);
    return isWeb(link?.href) && isWeb(page) ? { storage: link.href.replace(/\/+$/, ''), page } : 'account';
  } catch {
    return 'unreachable';
  }
}
