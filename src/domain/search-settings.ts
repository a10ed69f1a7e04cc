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
