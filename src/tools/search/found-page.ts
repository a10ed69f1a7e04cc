import type { FoundPage } from '../../domain/search-outcome.ts';
import { plainSnippet } from './plain-snippet.ts';

/** A page as a service names it, in one shape; null for what has no address of the web. */
export function foundPage(row: {
  title: unknown;
  address: unknown;
  snippet: unknown;
  published?: unknown;
}): FoundPage | null {
  const { address } = row;
  if (typeof address !== 'string' || !/^https?:\/\/[^\s/]/i.test(address)) return null;
  return {
    title: plainSnippet(row.title) || address,
    address,
    snippet: plainSnippet(row.snippet),
    published: dayOf(row.published),
  };
}

/** `2026-01-31T08:00:00`, `2026-01-31` or `Sat, 31 Jan 2026 08:00:00 GMT` as a day; anything vaguer is left out. */
function dayOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const iso = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1];
  if (iso !== undefined) return iso;
  if (!/\d{4}/.test(text)) return null;
  const at = Date.parse(`${text}${/\d:\d/.test(text) ? '' : ' UTC'}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}
