import * as z from 'zod';
import type { CallAccess } from '../../task/approval.ts';
import type { SearchSettings } from '../../records/search-settings.ts';
import type { FoundPage, SearchError } from '../../records/search-outcome.ts';
import { toolSuccess, type ToolResult, toolError, type ToolError, type FailureCause } from '../../task/tool-result.ts';
import { personLanguage } from '../../values/person-language.ts';
import { isPrivateAddress } from '../../values/private-address.ts';
import { type SearchFunction, localizedSearchBaseUrl } from './run-search.ts';
import { waitSentence } from '../fetch/fetch-error.ts';
import type { Tool } from '../tool.ts';

const input = z.object({
  query: z.string().trim().min(1, 'must say what to look for').max(400, 'must be 400 characters at most'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language code such as en or zh')
    .optional()
    .describe('en, zh …'),
});

interface SearchPorts {
  search: SearchFunction;
  settings: () => { search: SearchSettings };
  /** The languages that the person reads. */
  languages: () => readonly string[];
}

/** Searches with the provider of the settings: Wikipedia, which needs no key, unless the person chose another. */
export function createSearchTool({ search: searchNow, settings, languages }: SearchPorts): Tool<typeof input> {
  /** What the model and the settings leave open, the person's own languages decide before the letters of the query. */
  const languageOf = ({ query, language }: z.infer<typeof input>) =>
    language || settings().search.language || personLanguage(query, languages()) || '';
  return {
    name: 'search',
    aliases: ['internet_search', 'web_search', 'websearch', 'search_web', 'google_search', 'bing_search'],
    description: 'Search the web by a few words; fetch reads a page found.',
    input,
    place: 'remote',
    reads: () => true,
    repeatable: () => true,
    access: (search) => accessOf(settings().search, search.query, languageOf(search)),
    about: (search) => {
      const { query } = search;
      const site = localizedSearchBaseUrl({ settings: settings().search, query, language: languageOf(search) });
      return { what: 'search.for', name: query, ...(site && { host: site.host }) };
    },
    run: async (searchInput, { signal, now }) => {
      const { query } = searchInput;
      const { search } = settings();
      const outcome = await searchNow({ settings: search, query, language: languageOf(searchInput) }, { signal, now });
      if (!outcome.ok) return { result: searchFailure(outcome.error, search.base_url.trim()) };
      return { result: listed(query, outcome.host, outcome.found) };
    },
  };
}

/**
 * Returns the permission that a search needs: no further one for a provider that the person chose; for Wikipedia, the
 * default, the permission for its site, as for any other site.
 */
function accessOf(settings: SearchSettings, query: string, language: string): CallAccess {
  const site = localizedSearchBaseUrl({ settings, query, language });
  if (!site) return { origin: null, private_address: false, subject: query, rule: 'free' };
  const isChosen = settings.provider !== 'wikipedia' || settings.base_url.trim() !== '';
  return {
    origin: site.origin,
    private_address: isPrivateAddress(site.hostname),
    subject: `${query} at ${site.host}`,
    rule: isChosen ? 'free' : 'site',
  };
}

function listed(query: string, host: string, foundPages: FoundPage[]): ToolResult {
  if (foundPages.length === 0) {
    const text = `${host} found nothing for “${query}”. Try fewer or other words, or another language.`;
    return toolSuccess(text, { output: [] });
  }
  const rows = foundPages.map(({ title, address, snippet, published }, at) => {
    const day = published === null ? '' : ` (${published})`;
    return [`${at + 1}. ${title}${day}`, `   ${address}`, snippet && `   ${snippet}`].filter(Boolean).join('\n');
  });
  const count = foundPages.length === 1 ? '1 page' : `${foundPages.length} pages`;
  return toolSuccess(`${host} found ${count} for “${query}”:\n${rows.join('\n')}`, {
    output: foundPages,
    foreign: true,
  });
}

const codes: Readonly<Record<SearchError['code'], { code: ToolError['code']; failure?: FailureCause['failure'] }>> = {
  no_address: { code: 'failed', failure: 'search_no_address' },
  no_key: { code: 'failed', failure: 'search_no_key' },
  wrong_key: { code: 'failed', failure: 'search_wrong_key' },
  no_credit: { code: 'failed', failure: 'search_no_credit' },
  rate_limit: { code: 'rate_limit' },
  format_disabled: { code: 'failed', failure: 'search_format_disabled' },
  refused: { code: 'failed' },
  redirected: { code: 'failed', failure: 'search_redirected' },
  timeout: { code: 'timeout' },
  too_large: { code: 'too_large' },
  unreachable: { code: 'network', failure: 'search_unreachable' },
  server: { code: 'server' },
  unreadable: { code: 'failed', failure: 'search_unreadable' },
  stopped: { code: 'failed' },
};

/**
 * Returns a search error as an observation: what is wrong, and who can correct it. `address` is the one in the
 * settings, which is named if it cannot be asked.
 */
function searchFailure(error: SearchError, address: string): ToolResult {
  const { host, status, retry_after_ms, detail } = error;
  const { code, failure } = codes[error.code];
  const detailSentence = detail === '' ? '' : ` It says: “${detail}”`;
  const more = {
    ...(status === null ? {} : { status }),
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
    ...(failure && { cause: { failure, name: host || address } }),
  };
  return { ...toolError(code, `${words(error)}${detailSentence}`, more), foreign: detail !== '' };
}

const byPerson = 'Only the person can change that, in Settings under Search. Go on without search, or tell them.';

function words({ code, host, status, retry_after_ms }: SearchError): string {
  switch (code) {
    case 'no_address':
      return `Search has no address to ask. ${byPerson}`;
    case 'no_key':
      return `Search at ${host} needs a key, and there is none that can be used now. ${byPerson}`;
    case 'wrong_key':
      return `${host} does not accept the key for search. ${byPerson}`;
    case 'no_credit':
      return `The credit for search at ${host} is used up. ${byPerson}`;
    case 'rate_limit':
      return `${host} is being asked too often. ${retry_after_ms === null ? 'Wait before the next search.' : waitSentence(retry_after_ms)}`;
    case 'format_disabled':
      return `${host} does not give its results as JSON: its operator must add “json” to the formats in its settings. ${byPerson}`;
    case 'refused':
      return `${host} refused the search (${status ?? ''}).`;
    case 'redirected':
      return `${host} redirects the search to another address, which is not followed: the address in the settings must be the final one. ${byPerson}`;
    case 'timeout':
      return `${host} did not answer the search in time.`;
    case 'too_large':
      return `${host} answered the search with more than can be read.`;
    case 'unreachable':
      return `${host} could not be asked: either it does not permit web pages to use it (CORS), or it or the network is down.`;
    case 'server':
      return `${host} has a fault of its own (${status ?? ''}).`;
    case 'unreadable':
      return `What ${host} answered is no list of results: the address in the settings may be wrong. ${byPerson}`;
    case 'stopped':
      return 'The search was stopped.';
  }
}
