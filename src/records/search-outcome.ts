import * as z from 'zod/mini';

/** A page found by a search. */
export const FoundPage = z.object({
  title: z.string(),
  address: z.string(),
  /** Plain text on one line. */
  snippet: z.string(),
  /** The publication date; null if unknown. */
  published: z.nullable(z.string()),
});
export type FoundPage = z.infer<typeof FoundPage>;

/** Why a search failed: a code and its parameters, worded separately for the model and for the person. */
export interface SearchError {
  code:
    /** The settings contain no address, or not a web address. */
    | 'no_address'
    /** The provider needs a key, but none can be read. */
    | 'no_key'
    | 'wrong_key'
    /** The paid or free quota is used up. */
    | 'no_credit'
    | 'rate_limit'
    /** The SearXNG server answers only in HTML. */
    | 'format_disabled'
    | 'refused'
    | 'redirected'
    | 'timeout'
    | 'too_large'
    /** No answer, or no permission for web pages (CORS). */
    | 'unreachable'
    | 'server'
    /** The answer is not in the provider's format. */
    | 'unreadable'
    | 'stopped';
  host: string;
  status: number | null;
  retry_after_ms: number | null;
  /** The provider's own explanation as plain text; may be empty. */
  detail: string;
}

export type SearchOutcome = { ok: true; host: string; found: FoundPage[] } | { ok: false; error: SearchError };
