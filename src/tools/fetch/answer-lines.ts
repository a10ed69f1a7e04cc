import { isRecord, type Json } from '../../values/json.ts';
import type { NetworkOutcome } from '../../ports/network.ts';

type Response = Extract<NetworkOutcome, { kind: 'response' }>;

const longest = 500;

/**
 * Returns the lines of a result's head that say how to go on: the next and the previous page of a list, where something
 * is, how long to wait, and the version, as far as the response says so. Addresses are made whole.
 */
export function responseFollowUpLines({
  url,
  retryAfter,
  further = {},
}: Pick<Response, 'url' | 'retryAfter' | 'further'>): string[] {
  const { link = '', location, etag } = further;
  const linked = (rel: string) => {
    const address = [...link.matchAll(/<([^<>]*)>([^<]*)/g)].find(([, , params = '']) =>
      new RegExp(`;\\s*rel\\s*=\\s*"?(?:[^";]*\\s)?${rel}(?=["\\s;,]|$)`, 'i').test(params),
    )?.[1];
    return address === undefined ? null : whole(address, url);
  };
  const lines = {
    Location: location === undefined ? null : whole(location, url),
    'Next page': linked('next'),
    'Previous page': linked('prev(?:ious)?'),
    'Retry-After': retryAfter,
    ETag: etag,
  };
  return Object.entries(lines).flatMap(([name, value]) => {
    const line = value?.replace(/\s+/g, ' ').trim();
    return line === undefined || line === '' || line.length > longest ? [] : [`${name}: ${line}`];
  });
}

const whole = (address: string, url: string) => (URL.canParse(address, url) ? new URL(address, url).href : address);

/**
 * Returns what the answer to a request that succeeded says of it: `pending` if it was only accepted, `error` if it is
 * an object that says so in its own fields, as APIs do that answer everything with 200; undefined otherwise.
 */
export function responseBodyStatus(status: number, data: Json | undefined): 'pending' | 'error' | undefined {
  if (status === 202) return 'pending';
  if (!isRecord(data)) return undefined;
  const { ok, success, error, errors } = data;
  return ok === false || success === false || isFilled(error) || (typeof errors !== 'number' && isFilled(errors))
    ? 'error'
    : undefined;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
