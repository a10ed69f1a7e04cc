import * as z from 'zod/mini';

/** A service that reads pages in the page's place where sites do not let it (R9.3). */
export const ReaderSettings = z.object({
  enabled: z.boolean(),
  /** The address to be read is put at its end, or in the place of `{url}`. */
  base_url: z.string(),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;

/** Where a reader is asked for a page: its address goes in the place of `{url}`, else at the end. Null when it is no address. */
export function readerAddress(base: string, page: string): URL | null {
  const start = base.trim();
  const address = start.includes('{url}')
    ? start.replace('{url}', () => encodeURIComponent(page))
    : `${start}${/[/=?]$/.test(start) ? '' : '/'}${page}`;
  if (start === '' || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}
