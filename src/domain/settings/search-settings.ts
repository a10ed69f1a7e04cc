import * as z from 'zod/mini';

export const SearchProviderName = z.enum(['wikipedia', 'searxng', 'tavily', 'jina', 'brave']);
export type SearchProviderName = z.infer<typeof SearchProviderName>;

/** Whom the tool `search` asks (R9.4). */
export const SearchSettings = z.object({
  provider: SearchProviderName,
  /** Without a slash at its end; empty: the provider's own. */
  base_url: z.string(),
  /** Code of the language to search in, such as `de`; empty: the one that the query is written in. */
  language: z.string(),
});
export type SearchSettings = z.infer<typeof SearchSettings>;

/** What is known of a provider beforehand. */
interface SearchChoice {
  name: string;
  /** Empty where there is none for everybody; `{lang}` stands for the language. */
  base_url: string;
  key: 'none' | 'optional' | 'needed';
  /** Where a key is made; empty where none is needed. */
  key_page: string;
}

export const searchChoices: Readonly<Record<SearchProviderName, SearchChoice>> = {
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

/** The address that the settings come to, without a slash at its end; empty when there is none. */
export function searchBaseUrl({ provider, base_url }: SearchSettings): string {
  return (base_url.trim() || searchChoices[provider].base_url).replace(/\/+$/, '');
}

/** The name under which a provider's key is kept. */
export const searchKeyName = (provider: SearchProviderName) => `search:${provider}`;
