import type { FoundPage, SearchFault } from '../../domain/settings/search-outcome.ts';
import type { NetworkRequest } from '../../ports/network.ts';

interface SearchQuestion {
  /** Without a slash at its end. */
  base: string;
  query: string;
  /** Code of a language, where one is known. */
  language: string | null;
  count: number;
  key: string | null;
}

/** How one kind of search service is asked, and how its answers are read (R9.4). */
export interface SearchProvider {
  ask(question: SearchQuestion): { url: string } & NetworkRequest;
  /** What an answer in JSON says was found; null when it is no such answer. */
  read(answer: unknown, base: string): FoundPage[] | null;
  /** What a refusal means, where its status alone does not tell. `answer` is undefined when it is no JSON. */
  fault?(status: number, answer: unknown): SearchFault['code'] | null;
}

/** What stands at a path in a value of unknown shape; undefined where the path leads nowhere. */
export function fieldOf(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** The rows of an answer as pages, each address once; null when there is no list. */
export function pagesIn(rows: unknown, read: (row: unknown) => FoundPage | null): FoundPage[] | null {
  if (!Array.isArray(rows)) return null;
  const pages = new Map<string, FoundPage>();
  for (const row of rows) {
    const page = read(row);
    if (page && !pages.has(page.address)) pages.set(page.address, page);
  }
  return [...pages.values()];
}

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

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const longest = 400;

/** A snippet as plain text on one line: search services mark the words they have found with HTML. */
function plainSnippet(html: unknown): string {
  if (typeof html !== 'string') return '';
  const text = html
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, entity)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
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

/** What a service says of its refusal, wherever it says it; the key never stands in it (R13.1). */
export function faultDetail(answer: unknown, key: string | null): string {
  const said = places.map((place) => fieldOf(answer, ...place)).find((text) => typeof text === 'string');
  const text = plainSnippet(said).slice(0, 200);
  return key === null ? text : text.replaceAll(key, '…');
}
