import * as z from 'zod/mini';

/** A service that reads pages in the page's place where sites do not let it (R9.3). */
export const ReaderSettings = z.object({
  enabled: z.boolean(),
  /** The address to be read is put at its end, or in the place of `{url}`. */
  base_url: z.string(),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;
