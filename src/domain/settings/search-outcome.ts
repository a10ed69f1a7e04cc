import * as z from 'zod';

/** A page that a search has found. */
export const FoundPage = z.object({
  title: z.string(),
  address: z.string(),
  /** Plain text, on one line. */
  snippet: z.string(),
  /** A day, where it is known. */
  published: z.string().nullable(),
});
export type FoundPage = z.infer<typeof FoundPage>;

/** Why a search brought nothing back: a code and its parameters, worded for the model and for the person. */
export interface SearchFault {
  code:
    /** The settings name no address, or none of the web. */
    | 'no_address'
    /** The provider needs a key, and none can be read. */
    | 'no_key'
    | 'wrong_key'
    /** What was paid for, or what is free, is used up. */
    | 'no_credit'
    | 'rate_limit'
    /** SearXNG answers in HTML only. */
    | 'format_disabled'
    | 'refused'
    | 'redirected'
    | 'timeout'
    | 'too_large'
    /** Nobody there, or not for web pages (CORS). */
    | 'unreachable'
    | 'server'
    /** Something else answered than the provider. */
    | 'unreadable'
    | 'stopped';
  host: string;
  status: number | null;
  retry_after_ms: number | null;
  /** What the provider itself says of it, as plain text; it may be empty. */
  detail: string;
}

export type SearchOutcome = { ok: true; host: string; found: FoundPage[] } | { ok: false; fault: SearchFault };
