import * as z from 'zod/mini';

/** A site to which requests go with a key of the person; the key is stored with the secrets. */
export const SiteKey = z.object({
  /** The exact origin that gets the key. */
  origin: z.string(),
  /** The header that carries the key. */
  header: z.string(),
  /** True if the word `Bearer` stands before the key. */
  bearer: z.boolean(),
});
export type SiteKey = z.infer<typeof SiteKey>;

/** The name under which a site's key is stored. */
export const siteKeyId = (origin: string) => `site:${origin}`;
