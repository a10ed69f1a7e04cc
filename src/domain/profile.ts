import * as z from 'zod';

/** A model connection, without its key: the key lives in the vault under the profile's id and base URL (R13.1). */
export const Profile = z.object({
  id: z.string(),
  provider: z.string(),
  base_url: z.string(),
  model: z.string(),
  key_place: z.enum(['session', 'device']),
});
export type Profile = z.infer<typeof Profile>;
