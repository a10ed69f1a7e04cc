import * as z from 'zod';

/** Something to be remembered across sessions (R9.9), as Markdown; removed ones keep `deleted_at` so they can come back. */
export const Note = z.object({
  id: z.string(),
  title: z.string().min(1).max(200),
  text: z.string(),
  tags: z.array(z.string()),
  /** Written by a step that had read text from outside: data, not instruction (R13.3). */
  foreign: z.boolean().default(false),
  session_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type Note = z.infer<typeof Note>;
