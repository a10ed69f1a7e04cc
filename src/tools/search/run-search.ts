import { parseJson } from '../../values/json.ts';
import {
  searchBaseUrl,
  searchProviderPresets,
  searchKeyName,
  type SearchProviderName,
  type SearchSettings,
} from '../../records/search-settings.ts';
import type { SearchError, SearchOutcome } from '../../records/search-outcome.ts';
import { retryAfterMs, type Network } from '../../ports/network.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { brave } from './brave.ts';
import { errorDetail, type SearchProvider } from './search-provider.ts';
import { jina } from './jina.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';
import { wikipedia } from './wikipedia.ts';
import { isTraditional } from '../../values/is-traditional.ts';

const providers: Readonly<Record<SearchProviderName, SearchProvider>> = { wikipedia, searxng, tavily, jina, brave };
const most = 8;

interface Search {
  settings: SearchSettings;
  key: string | null;
  query: string;
  /**
   * The language to search in; if empty, the language of the settings, otherwise the one that the query's script
   * implies, otherwise English.
   */
  language: string;
}

/** Returns the provider's base URL for a search, in its language; null if the settings contain no valid one. */
export function localizedSearchBaseUrl({ settings, query, language }: Omit<Search, 'key'>): URL | null {
  const searchLanguage = language || settings.language || languageOf(query) || 'en';
  const base = searchBaseUrl(settings).replaceAll('{lang}', searchLanguage.toLowerCase().split('-')[0] ?? 'en');
  if (!URL.canParse(base)) return null;
  const url = new URL(base);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

/** Searches with the key that is stored for the provider. */
export type SearchFunction = (
  search: Omit<Search, 'key'>,
  options: { signal: AbortSignal; now: string },
) => Promise<SearchOutcome>;

/** Returns a search function that reads the provider's stored key anew at each search. */
export function searchUsingStoredKey(network: Network, secrets: Pick<Secrets, 'read'>): SearchFunction {
  return async (search, options) => {
    const { settings } = search;
    const key = await secrets.read(searchKeyName(settings.provider), searchBaseUrl(settings));
    return runSearch(network, { ...search, key }, options);
  };
}

/** Searches with the provider of the settings. Never throws: every error has a code. */
export async function runSearch(
  network: Network,
  search: Search,
  { signal, now }: { signal: AbortSignal; now: string },
): Promise<SearchOutcome> {
  const { settings, key, query } = search;
  const site = localizedSearchBaseUrl(search);
  const error = (code: SearchError['code'], more: Partial<SearchError> = {}): SearchOutcome => ({
    ok: false,
    error: { code, host: site?.host ?? '', status: null, retry_after_ms: null, detail: '', ...more },
  });
  if (!site) return error('no_address');
  if (key === null && searchProviderPresets[settings.provider].key === 'needed') return error('no_key');

  const provider = providers[settings.provider];
  const base = site.href.replace(/\/+$/, '');
  const language = search.language || settings.language || languageOf(query);
  const { url, ...request } = provider.ask({ base, query, language, count: most, key });
  const outcome = await network.request(url, request, {
    site: site.origin,
    signal,
    timeout_ms: 30_000,
    max_bytes: 3_000_000,
  });
  if (outcome.kind !== 'response') return error(outcome.kind === 'aborted' ? 'stopped' : outcome.kind);

  const { status, retryAfter } = outcome;
  const answer = parseJson(new TextDecoder().decode(outcome.body));
  const foundPages = status < 300 || status === 422 ? provider.read(answer, base) : null;
  if (foundPages) return { ok: true, host: site.host, found: foundPages.slice(0, most) };
  return error(provider.errorOf?.(status, answer) ?? codeOf(status), {
    status,
    retry_after_ms: retryAfterMs(retryAfter, Date.parse(now)),
    detail: errorDetail(answer, key),
  });
}

function codeOf(status: number): SearchError['code'] {
  if (status < 300) return 'unreadable';
  if (status === 401) return 'wrong_key';
  if (status === 402) return 'no_credit';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server' : 'refused';
}

const scripts: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
];

/** Returns the language that a text's script implies; null for Latin letters, which many languages share. */
function languageOf(text: string): string | null {
  const language = scripts.find(([script]) => script.test(text))?.[1] ?? null;
  return language === 'zh' && isTraditional(text) ? 'zh-TW' : language;
}
