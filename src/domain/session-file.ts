import * as z from 'zod';

/** A file of a session: produced by a tool, or the whole of a large tool result (an artifact). */
export const SessionFile = z.object({
  id: z.string(),
  session_id: z.string(),
  name: z.string(),
  mime: z.string(),
  /** Bytes of the content as UTF-8; of an added file that is no text, its own. */
  size: z.number(),
  content: z.string(),
  kind: z.enum(['artifact', 'file']),
  /** Where it came from, such as an address. */
  source: z.string().nullable(),
  /** The person has added it; nothing has been written over it. */
  added: z.boolean().exactOptional(),
  /** When its present content was written. */
  created_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type SessionFile = z.infer<typeof SessionFile>;
