import * as z from 'zod';

/** Who may write into a session: the journal that was the last to raise its epoch (R12.3). */
export const Fence = z.object({ session_id: z.string(), epoch: z.int() });
export type Fence = z.infer<typeof Fence>;
