import * as z from 'zod';
import type { Access } from '../domain/approval.ts';
import { searchBaseUrl, searchKeyName } from '../domain/search-choices.ts';
import type { FoundPage } from '../domain/search-outcome.ts';
import type { SearchSettings } from '../domain/search-settings.ts';
import { toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { Network } from '../ports/network.ts';
import type { Secrets } from '../ports/secrets.ts';
import { isPrivateAddress } from '../domain/private-address.ts';
import { runSearch, searchSite } from './search/run-search.ts';
import { searchFailure } from './search/search-failure.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  query: z.string().trim().min(1, 'must say what to look for').max(400, 'must be 400 characters at most'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language code such as en or zh')
    .optional()
    .describe('code such as en or zh; the language of the query if left out'),
});

interface SearchPorts {
  network: Network;
  settings: () => { search: SearchSettings };
  secrets: Pick<Secrets, 'read'>;
}

/** Looks for pages with the provider of the settings (R9.4): Wikipedia, which needs no key, unless the person chose another. */
export function searchTool({ network, settings, secrets }: SearchPorts): Tool<typeof input> {
  return {
    name: 'search',
    aliases: ['internet_search', 'web_search'],
    description:
      'Find pages by a few words: titles, addresses and short excerpts. Read a page whole with fetch. The source (Wikipedia by default) is set by the person.',
    input,
    place: 'remote',
    reads: () => true,
    repeatable: () => true,
    access: ({ query, language = '' }) => accessOf(settings().search, query, language),
    run: async ({ query, language = '' }, { signal, now }) => {
      const { search } = settings();
      const key = await secrets.read(searchKeyName(search.provider), searchBaseUrl(search));
      const outcome = await runSearch(network, { settings: search, key, query, language }, { signal, now });
      if (!outcome.ok) return { result: searchFailure(outcome.fault) };
      return { result: listed(query, outcome.host, outcome.found) };
    },
  };
}

/** A provider that the person chose has their leave; Wikipedia, which nobody chose, is asked for like any site. */
function accessOf(settings: SearchSettings, query: string, language: string): Access {
  const site = searchSite({ settings, query, language });
  if (!site) return { origin: null, private_address: false, subject: query, rule: 'free' };
  const isChosen = settings.provider !== 'wikipedia' || settings.base_url.trim() !== '';
  return {
    origin: site.origin,
    private_address: isPrivateAddress(site.hostname),
    subject: `${query} at ${site.host}`,
    rule: isChosen ? 'free' : 'site',
  };
}

function listed(query: string, host: string, found: FoundPage[]): ToolResult {
  if (found.length === 0) {
    const text = `${host} found nothing for “${query}”. Try fewer or other words, or another language.`;
    return toolSuccess(text, { output: [] });
  }
  const rows = found.map(({ title, address, snippet, published }, at) => {
    const day = published === null ? '' : ` (${published})`;
    return [`${at + 1}. ${title}${day}`, `   ${address}`, snippet && `   ${snippet}`].filter(Boolean).join('\n');
  });
  const count = found.length === 1 ? '1 page' : `${found.length} pages`;
  return toolSuccess(`${host} found ${count} for “${query}”:\n${rows.join('\n')}`, { output: found, foreign: true });
}
