import * as z from 'zod';
import { ProtocolName } from './protocol-name.ts';

/** A model connection, without its key: the key lives in the vault under the profile's id and base URL (R13.1). */
export const Profile = z.object({
  id: z.string(),
  provider: z.string(),
  base_url: z.string(),
  model: z.string(),
  /** What the endpoint was found to understand (R4.7); absent until it refused something. */
  protocol: ProtocolName.optional(),
  key_place: z.enum(['session', 'device']),
});
export type Profile = z.infer<typeof Profile>;
