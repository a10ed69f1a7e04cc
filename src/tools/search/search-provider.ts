import { SecretKeyFinder } from '../../values/secret-key-finder.ts';
import type { FoundPage, SearchError } from '../../records/search-outcome.ts';
import type { NetworkRequest } from '../../ports/network.ts';
import { shortenedText } from '../../values/truncate-text.ts';

interface SearchQuestion {
  /** The base URL without a final slash. */
  base: string;
  query: string;
  /** A language code, or null if none is known. */
  language: string | null;
  count: number;
  key: string | null;
}

/** How to call one kind of search service, and how to read its responses. */
export interface SearchProvider {
  ask(question: SearchQuestion): { url: string } & NetworkRequest;
  /** Returns the pages in a JSON response; null if it is not a response of this service. */
  read(answer: unknown, base: string): FoundPage[] | null;
  /** Returns the error behind a refusal, if the status alone is ambiguous. `answer` is undefined if it is not JSON. */
  errorOf?(status: number, answer: unknown): SearchError['code'] | null;
}

/** Returns the value at a path in a value of unknown shape; undefined if the path does not exist. */
export function valueAtPath(value: unknown, ...path: string[]): unknown {
  let currentValue = value;
  for (const name of path) {
    if (typeof currentValue !== 'object' || currentValue === null || !Object.hasOwn(currentValue, name))
      return undefined;
    currentValue = (currentValue as Record<string, unknown>)[name];
  }
  return currentValue;
}

/** Returns the rows of a response as pages, each address once; null if there is no list. */
export function pagesFromRows(rows: unknown, readRow: (row: unknown) => FoundPage | null): FoundPage[] | null {
  if (!Array.isArray(rows)) return null;
  const pages = new Map<string, FoundPage>();
  for (const row of rows) {
    const page = readRow(row);
    if (page && !pages.has(page.address)) pages.set(page.address, page);
  }
  return [...pages.values()];
}

/** Converts one result of a search service to a `FoundPage`; null if it has no web address. */
export function toFoundPage(row: {
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

/**
 * Returns `2026-01-31T08:00:00`, `2026-01-31` or `Sat, 31 Jan 2026 08:00:00 GMT` as a day; null for anything vaguer.
 */
function dayOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const iso = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1];
  if (iso !== undefined) return iso;
  if (!/\d{4}/.test(text)) return null;
  const at = Date.parse(`${text}${/\d:\d/.test(text) ? '' : ' UTC'}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}

const entityCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const longest = 400;

/** Returns a snippet as plain text on one line: search services mark the matched words with HTML. */
function plainSnippet(html: unknown): string {
  if (typeof html !== 'string') return '';
  const text = html
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, entity)
    .replace(/\s+/g, ' ')
    .trim();
  return shortenedText(text, longest);
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entityCharacters[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const places = [
  ['detail', 'error'],
  ['detail'],
  ['error', 'detail'],
  ['error', 'info'],
  ['error', 'message'],
  ['errors', '0', 'detail'],
  ['readableMessage'],
  ['message'],
  ['error'],
] as const;

/** Returns a service's message about its refusal, in whichever field it is; never includes the key. */
export function errorDetail(answer: unknown, key: string | null): string {
  const serviceMessage = places.map((place) => valueAtPath(answer, ...place)).find((text) => typeof text === 'string');
  const text = plainSnippet(serviceMessage).slice(0, 200);
  return new SecretKeyFinder([key]).clean(text);
}
