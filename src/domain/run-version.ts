import * as z from 'zod';
import { Patch } from './patch.ts';

/**
 * One state of a session's task, numbered from 1 (`n`): whole, or as what changed since the state before. `base` is the
 * number of the last whole one; `seq` is the journal's last line at that time, so that any point of the history can be
 * looked at (R12.6).
 */
export const RunVersion = z.object({
  session_id: z.string(),
  n: z.int(),
  seq: z.int(),
  base: z.int(),
  change: z.union([z.strictObject({ run: z.unknown() }), z.strictObject({ patch: Patch })]),
});
export type RunVersion = z.infer<typeof RunVersion>;
