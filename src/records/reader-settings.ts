import * as z from 'zod/mini';

/**
 * The address of the suggested reader service, which fetches pages for the app; it is used only if the person turns it
 * on.
 */
export const suggestedReaderUrl = 'https://r.jina.ai/';

/** A service that reads pages on behalf of the app if sites do not allow it directly. */
export const ReaderSettings = z.object({
  enabled: z.boolean(),
  /** The page's address is appended, or replaces `{url}`. */
  base_url: z.string(),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;

/**
 * The address at which a reader is asked for a page: the page's address replaces `{url}`, or is appended. Null if the
 * result is not a valid address.
 */
export function readerUrlForPage(base: string, page: string): URL | null {
  const start = base.trim();
  const address = start.includes('{url}')
    ? start.replace('{url}', () => encodeURIComponent(page))
    : `${start}${/[/=?]$/.test(start) ? '' : '/'}${page}`;
  if (start === '' || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}
