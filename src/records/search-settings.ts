import * as z from 'zod/mini';

export const SearchProviderName = z.enum(['wikipedia', 'searxng', 'tavily', 'jina', 'brave']);
export type SearchProviderName = z.infer<typeof SearchProviderName>;

/** The provider that the tool `search` queries. */
export const SearchSettings = z.object({
  provider: SearchProviderName,
  /** Without a trailing slash; empty for the provider's own address. */
  base_url: z.string(),
  /** The code of the language to search in, such as `de`; empty for the language of the query. */
  language: z.string(),
});
export type SearchSettings = z.infer<typeof SearchSettings>;

/** The built-in facts about a provider. */
interface SearchChoice {
  name: string;
  /** The provider's address; empty if there is no common one. `{lang}` is replaced by the language. */
  base_url: string;
  key: 'none' | 'optional' | 'needed';
  /** The page where a key is created; empty if none is needed. */
  key_page: string;
}

export const searchProviderPresets: Readonly<Record<SearchProviderName, SearchChoice>> = {
  wikipedia: { name: 'Wikipedia', base_url: 'https://{lang}.wikipedia.org', key: 'none', key_page: '' },
  searxng: { name: 'SearXNG', base_url: '', key: 'none', key_page: '' },
  tavily: {
    name: 'Tavily',
    base_url: 'https://api.tavily.com',
    key: 'needed',
    key_page: 'https://app.tavily.com/home',
  },
  jina: { name: 'Jina', base_url: 'https://s.jina.ai', key: 'needed', key_page: 'https://jina.ai/api-dashboard/' },
  brave: {
    name: 'Brave Search',
    base_url: 'https://api.search.brave.com/res/v1',
    key: 'needed',
    key_page: 'https://api-dashboard.search.brave.com/app/keys',
  },
};

/** The effective address of the search settings, without a trailing slash; empty if there is none. */
export function searchBaseUrl({ provider, base_url }: SearchSettings): string {
  return (base_url.trim() || searchProviderPresets[provider].base_url).replace(/\/+$/, '');
}

/** The name under which a provider's key is stored. */
export const searchKeyName = (provider: SearchProviderName) => `search:${provider}`;
